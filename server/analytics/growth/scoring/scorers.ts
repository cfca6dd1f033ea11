import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { ranksOf } from '#domain/analytics/growth/ranks';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { Rows } from '#server/database/copy/row-writer';
import { fewShortLivedObjects, startWorker } from '#server/jobs/worker-threads';
import { type ScoredRows, scoreRows } from '#server/analytics/growth/scoring/score-rows';

export type ScoringTask =
  | { readonly kind: 'scores'; readonly entity: EntityType; readonly asOf: Day; readonly rows: Rows }
  | { readonly kind: 'ranks'; readonly values: Float64Array<ArrayBuffer> };

/** Runs the arithmetic of a recompute. Values to rank are transferred: the caller can no longer use them. */
export interface Scorers {
  /** The number of tasks that run in parallel. */
  readonly concurrency: number;
  score(entity: EntityType, asOf: Day, rows: Rows): Promise<ScoredRows>;
  rank(values: Float64Array<ArrayBuffer>): Promise<Int32Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Up to this number of entities, scoring inline takes less time than starting the workers. */
const MAX_INLINE_ENTITIES = 5_000;

/** Runs every task in the calling thread: for small catalogs. */
export const inlineScorers = (): Scorers => ({
  concurrency: 1,
  score: async (entity, asOf, rows) => scoreRows(entity, asOf, rows),
  rank: async (values) => ranksOf(values),
  close: async () => undefined,
});

interface ScoringThread {
  readonly worker: Worker;
  /** The tasks that the worker has not finished, oldest first. */
  readonly pending: PromiseWithResolvers<unknown>[];
}

function startThread(): ScoringThread {
  const worker = startWorker('score-worker', import.meta.url, { resourceLimits: fewShortLivedObjects });
  const pending: PromiseWithResolvers<unknown>[] = [];
  worker.on('message', (result) => pending.shift()?.resolve(result));
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
  const runTask = <T>(task: ScoringTask, buffer: ArrayBuffer): Promise<T> => {
    const { worker, pending } = threads[nextThread++ % threads.length]!;
    const result = Promise.withResolvers<unknown>();
    // The caller awaits an earlier batch first and sees the failure there; this rejection must not count as unhandled.
    result.promise.catch(() => undefined);
    worker.ref();
    pending.push(result);
    worker.postMessage(task, [buffer]);
    return result.promise as Promise<T>;
  };
  return {
    concurrency: count,
    score: (entity, asOf, { bytes, count }) => {
      const rows = { bytes: new Uint8Array(bytes), count };
      return runTask<ScoredRows>({ kind: 'scores', entity, asOf, rows }, rows.bytes.buffer);
    },
    rank: (values) => runTask<Int32Array<ArrayBuffer>>({ kind: 'ranks', values }, values.buffer),
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}

/** The faster scorers for this number of entities. */
export const scorersFor = (entityCount: number): Scorers => (entityCount <= MAX_INLINE_ENTITIES ? inlineScorers() : workerScorers());
