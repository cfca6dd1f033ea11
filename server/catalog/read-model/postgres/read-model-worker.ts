import { workerData } from 'node:worker_threads';
import { Client } from 'pg';
import { type ReadModelRequest, buildReadModel } from '#server/catalog/read-model/postgres/read-model-builder';

/** The worker's input. */
export interface ReadModelWorkerData {
  readonly url: string;
  readonly request: ReadModelRequest;
}

/** A worker thread that builds one list's read model on its own connections, so that requests are not delayed. */
const { url, request } = workerData as ReadModelWorkerData;
const createClient = () => new Client({ connectionString: url, application_name: 'corklight job', keepAlive: true });
const clients = [createClient(), createClient()] as const;
try {
  for (const client of clients) {
    await client.connect();
    await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`);
  }
  await buildReadModel(...clients, request);
} finally {
  for (const client of clients) await client.end();
}
