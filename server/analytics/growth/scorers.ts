import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ranksOf } from '#domain/analytics/growth/ranks';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { Rows } from '#server/database/copy/binary-format';
import { type ScoredRows, scoreRows } from '#server/analytics/growth/score-rows';

export type ScoringTask =
  | { readonly kind: 'scores'; readonly entity: EntityType; readonly asOf: Day; readonly rows: Rows }
  | { readonly kind: 'ranks'; readonly values: Float64Array<ArrayBuffer> };

/** Who does the arithmetic of a recompute. What is handed in is gone for the caller. */
export interface Scorers {
  /** How many tasks can be under way at once to some use. */
  readonly concurrency: number;
  score(entity: EntityType, asOf: Day, rows: Rows): Promise<ScoredRows>;
  rank(values: Float64Array<ArrayBuffer>): Promise<Int32Array>;
  close(): Promise<void>;
}

/** Up to so many entities are scored sooner than threads have started. */
const MAX_INLINE_ENTITIES = 5_000;

/** In this thread: for small catalogues. */
export const inlineScorers = (): Scorers => ({
  concurrency: 1,
  score: async (entity, asOf, rows) => scoreRows(entity, asOf, rows),
  rank: async (values) => ranksOf(values),
  close: async () => undefined,
});

interface ScoringThread {
  readonly worker: Worker;
  readonly pending: PromiseWithResolvers<unknown>[];
}

function startThread(): ScoringThread {
  // The worker stands beside this file, compiled or not.
  const worker = new Worker(new URL(`./score-worker${extname(import.meta.url)}`, import.meta.url));
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

/** On all cores but one. */
export function workerScorers(count: number = Math.max(1, availableParallelism() - 1)): Scorers {
  const threads = Array.from({ length: count }, startThread);
  let nextThread = 0;
  const runTask = <T>(task: ScoringTask, buffer: ArrayBuffer): Promise<T> => {
    const { worker, pending } = threads[nextThread++ % threads.length]!;
    const result = Promise.withResolvers<unknown>();
    // Whoever waits for an earlier batch learns of the failure there; this one must not count as unhandled.
    result.promise.catch(() => undefined);
    worker.ref();
    pending.push(result);
    worker.postMessage(task, [buffer]);
    return result.promise as Promise<T>;
  };
  return {
    concurrency: count,
    score: (entity, asOf, rows) => runTask<ScoredRows>({ kind: 'scores', entity, asOf, rows }, rows.bytes.buffer),
    rank: (values) => runTask<Int32Array>({ kind: 'ranks', values }, values.buffer),
    close: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  };
}

/** What so many entities are best scored with. */
export const scorersFor = (entityCount: number): Scorers => (entityCount <= MAX_INLINE_ENTITIES ? inlineScorers() : workerScorers());
