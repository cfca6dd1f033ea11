import { parentPort, workerData } from 'node:worker_threads';
import type { Day } from '#domain/days';
import { withTwoConnections } from '#server/database/transaction';
import { buildKeywords } from '#server/keywords/postgres/build-keywords';

/** The worker's input. */
export interface KeywordWorkerData {
  readonly url: string;
  readonly day: Day;
}

/** A worker thread that counts keywords on its own connections, so that requests are not delayed. */
const { url, day } = workerData as KeywordWorkerData;
await withTwoConnections(
  url,
  `set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set max_parallel_workers_per_gather = 0`,
  async (reader, writer) => parentPort?.postMessage(await buildKeywords(reader, writer, day), []),
);
