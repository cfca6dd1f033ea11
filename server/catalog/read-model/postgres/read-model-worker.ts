import { workerData } from 'node:worker_threads';
import { Client } from 'pg';
import { type ReadModelRequest, buildReadModel } from '#server/catalog/read-model/postgres/read-model-builder';

/** What the thread is started with. */
export interface ReadModelWorkerData {
  readonly url: string;
  readonly request: ReadModelRequest;
}

/** A thread that makes the next lists of one variant on connections of its own, so that who serves readers meanwhile is not held up. */
const { url, request } = workerData as ReadModelWorkerData;
const createClient = () => new Client({ connectionString: url, application_name: 'corklight job', keepAlive: true });
const clients = [createClient(), createClient()] as const;
try {
  for (const client of clients) {
    await client.connect();
    await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`);
  }
  await buildReadModel(clients, request);
} finally {
  for (const client of clients) await client.end();
}
