import { parentPort } from 'node:worker_threads';
import { ranksOf } from '#domain/analytics/growth/ranks';
import type { ScoringTask } from '#server/analytics/growth/scoring/scorers';
import { scoreRows } from '#server/analytics/growth/scoring/score-rows';

/** The worker thread: runs one task after another and transfers each result back. */
parentPort?.on('message', (task: ScoringTask) => {
  if (task.kind === 'ranks') {
    const ranks = ranksOf(task.values);
    parentPort?.postMessage(ranks, [ranks.buffer as ArrayBuffer]);
  } else {
    const scored = scoreRows(task.entity, task.asOf, task.rows);
    parentPort?.postMessage(scored, [scored.bytes.buffer]);
  }
});
