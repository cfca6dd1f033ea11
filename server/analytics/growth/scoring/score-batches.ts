import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { RowReader } from '#server/database/copy/row-reader';
import type { Rows } from '#server/database/copy/row-writer';
import { fewShortLivedObjects, startWorker } from '#server/jobs/worker-threads';
import { scoreRows } from '#server/analytics/growth/scoring/score-rows';

/** A message to a worker thread. */
export interface ScoringTask {
  readonly entity: EntityType;
  readonly asOf: Day;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Up to this number of entities, scoring them here takes less time than starting the workers. */
const MAX_INLINE_ENTITIES = 5_000;

/** Scores batches of histories in their order: few entities in this thread, many in worker threads, on all cores but one. */
export async function* scoreBatches(
  batches: AsyncIterable<RowReader>,
  entity: EntityType,
  asOf: Day,
  entityCount: number,
): AsyncGenerator<Rows> {
  if (entityCount > MAX_INLINE_ENTITIES) yield* scoreInThreads(batches, entity, asOf, Math.max(1, availableParallelism() - 1));
  else for await (const batch of batches) yield scoreRows(entity, asOf, batch);
}

/** Gives the batches to worker threads in turn, while earlier results are written. */
export async function* scoreInThreads(
  batches: AsyncIterable<RowReader>,
  entity: EntityType,
  asOf: Day,
  threadCount: number,
): AsyncGenerator<Rows> {
  const threads = Array.from({ length: threadCount }, () => {
    const worker = startWorker('score-worker', import.meta.url, { resourceLimits: fewShortLivedObjects });
    return { worker, results: on(worker, 'message', { close: ['exit'] }) };
  });
  let [sent, received] = [0, 0];
  const resultOf = async (batch: number): Promise<Rows> => {
    const { value, done } = await threads[batch % threadCount]!.results.next();
    if (done) throw new Error('a scoring thread ended');
    return value[0];
  };
  try {
    for await (const batch of batches) {
      const bytes = new Uint8Array(batch.bytes);
      threads[sent++ % threadCount]!.worker.postMessage({ entity, asOf, bytes } satisfies ScoringTask, [bytes.buffer]);
      if (sent - received > threadCount + 1) yield await resultOf(received++);
    }
    while (received < sent) yield await resultOf(received++);
  } finally {
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }
}
