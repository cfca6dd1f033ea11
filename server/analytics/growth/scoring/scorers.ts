import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { Rows } from '#server/database/copy/row-writer';
import { fewShortLivedObjects, startWorker } from '#server/jobs/worker-threads';
import { type ScoredRows, scoreRows } from '#server/analytics/growth/scoring/score-rows';

export interface ScoringTask {
  readonly entity: EntityType;
  readonly asOf: Day;
  readonly rows: Rows;
}

/** Runs the arithmetic of a recompute. */
export interface Scorers {
  /** The number of tasks that run in parallel. */
  readonly concurrency: number;
  score(entity: EntityType, asOf: Day, rows: Rows): Promise<ScoredRows>;
  close(): Promise<void>;
}

/** Up to this number of entities, scoring inline takes less time than starting the workers. */
const MAX_INLINE_ENTITIES = 5_000;

/** Runs every task in the calling thread: for small catalogs. */
export const inlineScorers = (): Scorers => ({
  concurrency: 1,
  score: async (entity, asOf, rows) => scoreRows(entity, asOf, rows),
  close: async () => undefined,
});

interface ScoringThread {
  readonly worker: Worker;
  /** The tasks that the worker has not finished, oldest first. */
  readonly pending: PromiseWithResolvers<ScoredRows>[];
}

function startThread(): ScoringThread {
  const worker = startWorker('score-worker', import.meta.url, { resourceLimits: fewShortLivedObjects });
  const pending: PromiseWithResolvers<ScoredRows>[] = [];
  worker.on('message', (result: ScoredRows) => pending.shift()?.resolve(result));
  const rejectPending = (error: unknown): void => {
    for (const task of pending.splice(0)) task.reject(error);
  };
  worker.on('error', rejectPending);
  worker.on('exit', () => rejectPending(new Error('a scoring thread ended')));
  worker.unref();
  return { worker, pending };
}

/** Runs tasks in worker threads, on all cores but one by default. */
export function workerScorers(count: number = Math.max(1, availableParallelism() - 1)): Scorers {
  const threads = Array.from({ length: count }, startThread);
  let nextThread = 0;
  const runTask = (task: ScoringTask, buffer: ArrayBuffer): Promise<ScoredRows> => {
    const { worker, pending } = threads[nextThread++ % threads.length]!;
    const result = Promise.withResolvers<ScoredRows>();
    // The caller awaits an earlier batch first and sees the failure there; this rejection must not count as unhandled.
    result.promise.catch(() => undefined);
    worker.ref();
    pending.push(result);
    worker.postMessage(task, [buffer]);
    return result.promise;
  };
  return {
    concurrency: count,
    score: (entity, asOf, { bytes, count }) => {
      const rows = { bytes: new Uint8Array(bytes), count };
      return runTask({ entity, asOf, rows }, rows.bytes.buffer);
    },
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}

/** The faster scorers for this number of entities. */
export const scorersFor = (entityCount: number): Scorers => (entityCount <= MAX_INLINE_ENTITIES ? inlineScorers() : workerScorers());
