import { workerData } from 'node:worker_threads';
import { Client } from 'pg';
import { rankScored, type RankRequest } from '#server/analytics/growth/postgres/ranking';
import { SESSION_SETTINGS_SQL } from '#server/analytics/growth/postgres/score-staging';

/** The worker's input. */
export interface RankWorkerData {
  readonly url: string;
  readonly request: RankRequest;
}

/** A worker thread that ranks the staged scores of a type on its own connections: every row goes from one to the other three times. */
const { url, request } = workerData as RankWorkerData;
const createClient = () => new Client({ connectionString: url, application_name: 'corklight job', keepAlive: true });
const [reader, writer] = [createClient(), createClient()];
try {
  for (const client of [reader, writer]) {
    await client.connect();
    await client.query(SESSION_SETTINGS_SQL);
  }
  await rankScored({ reader, writer }, request);
} finally {
  for (const client of [reader, writer]) await client.end();
}
