import { workerData } from 'node:worker_threads';
import { rankScored, type RankRequest } from '#server/analytics/growth/postgres/ranking';
import { SESSION_SETTINGS_SQL } from '#server/analytics/growth/postgres/score-staging';
import { withTwoConnections } from '#server/database/transaction';

/** The worker's input. */
export interface RankWorkerData {
  readonly url: string;
  readonly request: RankRequest;
}

/** A worker thread that ranks the staged scores of a type on its own connections: every row goes from one to the other three times. */
const { url, request } = workerData as RankWorkerData;
await withTwoConnections(url, SESSION_SETTINGS_SQL, (reader, writer) => rankScored({ reader, writer }, request));
