import { parentPort } from 'node:worker_threads';
import { ranksOf } from '#domain/analytics/growth/ranks';
import type { ScoringTask } from '#server/analytics/growth/scoring/scorers';
import { free } from '#server/database/copy/field-buffer';
import { scoreRows } from '#server/analytics/growth/scoring/score-rows';

/** The worker thread: runs one task after another and transfers each result back. */
parentPort?.on('message', (task: ScoringTask) => {
  if (task.kind === 'ranks') {
    const ranks = ranksOf(task.values);
    free(task.values);
    parentPort?.postMessage(ranks, [ranks.buffer]);
  } else {
    const scored = scoreRows(task.entity, task.asOf, task.rows);
    parentPort?.postMessage(scored, [scored.bytes.buffer]);
  }
});
