import { parentPort } from 'node:worker_threads';
import type { ScoringTask } from '#server/analytics/growth/scoring/scorers';
import { scoreRows } from '#server/analytics/growth/scoring/score-rows';

/** The worker thread: scores one batch after another and transfers each result back. */
parentPort?.on('message', ({ entity, asOf, rows }: ScoringTask) => {
  const scored = scoreRows(entity, asOf, rows);
  parentPort?.postMessage(scored, [scored.bytes.buffer]);
});
