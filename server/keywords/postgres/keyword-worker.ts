import { parentPort, workerData } from 'node:worker_threads';
import { Client } from 'pg';
import type { Day } from '#domain/days';
import { buildKeywords } from '#server/keywords/postgres/build-keywords';

/** The worker's input. */
export interface KeywordWorkerData {
  readonly url: string;
  readonly day: Day;
}

/** A worker thread that counts keywords on its own connections, so that requests are not delayed. */
const { url, day } = workerData as KeywordWorkerData;
const createClient = () => new Client({ connectionString: url, application_name: 'corklight job', keepAlive: true });
const clients = [createClient(), createClient()] as const;
try {
  for (const client of clients) {
    await client.connect();
    await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '256MB'; set max_parallel_workers_per_gather = 0`);
  }
  parentPort?.postMessage(await buildKeywords(...clients, day), []);
} finally {
  for (const client of clients) await client.end();
}
