import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ranksOf } from '#domain/analytics/ranks';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { Rows } from '#server/database/copy-format';
import { type ScoredRows, scoreRows } from '#server/analytics/score-rows';

export type Task =
  | { readonly kind: 'scores'; readonly entity: EntityType; readonly asOf: Day; readonly rows: Rows }
  | { readonly kind: 'ranks'; readonly values: Float64Array<ArrayBuffer> };

/** Who does the arithmetic of a recompute. What is handed in is gone for the caller. */
export interface Scorers {
  /** How many tasks can be under way at once to some use. */
  readonly size: number;
  score(entity: EntityType, asOf: Day, rows: Rows): Promise<ScoredRows>;
  rank(values: Float64Array<ArrayBuffer>): Promise<Int32Array>;
  close(): Promise<void>;
}

/** Up to so many entities are scored sooner than threads have started. */
const WORTH_THREADS = 5_000;

/** In this thread: for small catalogues. */
export const ownThread = (): Scorers => ({
  size: 1,
  score: async (entity, asOf, rows) => scoreRows(entity, asOf, rows),
  rank: async (values) => ranksOf(values),
  close: async () => undefined,
});

interface Thread {
  readonly worker: Worker;
  readonly waiting: PromiseWithResolvers<unknown>[];
}

function startThread(): Thread {
  // The worker stands beside this file, compiled or not.
  const worker = new Worker(new URL(`./score-worker${extname(import.meta.url)}`, import.meta.url));
  const waiting: PromiseWithResolvers<unknown>[] = [];
  worker.on('message', (answer) => waiting.shift()?.resolve(answer));
  const fail = (error: unknown): void => {
    for (const task of waiting.splice(0)) task.reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('a scoring thread ended')));
  worker.unref();
  return { worker, waiting };
}

/** On all cores but one. */
export function threads(count: number = Math.max(1, availableParallelism() - 1)): Scorers {
  const all = Array.from({ length: count }, startThread);
  let turn = 0;
  const ask = <T>(task: Task, buffer: ArrayBuffer): Promise<T> => {
    const { worker, waiting } = all[turn++ % all.length]!;
    const answer = Promise.withResolvers<unknown>();
    // Whoever waits for an earlier batch learns of the failure there; this one must not count as unhandled.
    answer.promise.catch(() => undefined);
    worker.ref();
    waiting.push(answer);
    worker.postMessage(task, [buffer]);
    return answer.promise as Promise<T>;
  };
  return {
    size: count,
    score: (entity, asOf, rows) => ask<ScoredRows>({ kind: 'scores', entity, asOf, rows }, rows.bytes.buffer),
    rank: (values) => ask<Int32Array>({ kind: 'ranks', values }, values.buffer),
    close: async () => void (await Promise.all(all.map(({ worker }) => worker.terminate()))),
  };
}

/** What so many entities are best scored with. */
export const scorersFor = (entities: number): Scorers => (entities <= WORTH_THREADS ? ownThread() : threads());
