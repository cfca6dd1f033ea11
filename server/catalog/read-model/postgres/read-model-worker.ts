import { workerData } from 'node:worker_threads';
import { type ReadModelRequest, buildReadModel } from '#server/catalog/read-model/postgres/read-model-builder';
import { withTwoConnections } from '#server/database/transaction';

/** The worker's input. */
export interface ReadModelWorkerData {
  readonly url: string;
  readonly request: ReadModelRequest;
}

/** A worker thread that builds one list's read model on its own connections, so that requests are not delayed. */
const { url, request } = workerData as ReadModelWorkerData;
await withTwoConnections(url, `set work_mem = '256MB'; set maintenance_work_mem = '512MB'`, (orders, index) =>
  buildReadModel(orders, index, request),
);
