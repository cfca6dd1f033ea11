import { workerData } from 'node:worker_threads';
import { Client } from 'pg';
import { type ListsWanted, prepareLists } from '#server/catalog/list-building';

/** What the thread is started with. */
export interface ListWork {
  readonly url: string;
  readonly wanted: ListsWanted;
}

/** A thread that makes the next lists of one variant on connections of its own, so that who serves readers meanwhile is not held up. */
const { url, wanted } = workerData as ListWork;
const open = () => new Client({ connectionString: url, application_name: 'corklight job', keepAlive: true });
const pair = [open(), open()] as const;
try {
  for (const client of pair) {
    await client.connect();
    await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'`);
  }
  await prepareLists(pair, wanted);
} finally {
  for (const client of pair) await client.end();
}
