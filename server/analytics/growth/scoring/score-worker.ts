import { parentPort } from 'node:worker_threads';
import type { ScoringTask } from '#server/analytics/growth/scoring/score-batches';
import { scoreRows } from '#server/analytics/growth/scoring/score-rows';
import { RowReader } from '#server/database/copy/row-reader';

/** The worker thread: scores one batch after another and transfers each result back. */
parentPort?.on('message', ({ entity, asOf, bytes }: ScoringTask) => {
  const scored = scoreRows(entity, asOf, new RowReader(bytes));
  parentPort?.postMessage(scored, [scored.bytes.buffer]);
});
