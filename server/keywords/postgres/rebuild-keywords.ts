import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { KeywordBuild } from '#domain/keywords/keywords';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { WriterScope } from '#domain/jobs/write-lock';
import { buildKeywords, keywordTables } from '#server/keywords/postgres/build-keywords';
import type { KeywordWorkerData } from '#server/keywords/postgres/keyword-worker';
import type { Postgres } from '#server/database/postgres';
import { inTransactionWithLockRetries, swapTables } from '#server/database/table-swap';
import { withClient } from '#server/database/transaction';

/** The keywords of fewer pins are counted faster than a worker starts. */
const MIN_PINS_FOR_WORKER = 5_000;

/** Counts keywords in memory, writes them into the next table, and swaps it in (docs/decisions/0024). */
export async function rebuildKeywords(postgres: Postgres, scope: WriterScope, day: Day): Promise<KeywordBuild> {
  const build = await buildNext(postgres, scope, day);
  await withClient(postgres.jobPoolIn(scope), (client) =>
    inTransactionWithLockRetries(client, keywordTables, async () => {
      await client.query(`lock table ${keywordTables.join(', ')} in access exclusive mode`);
      await swapTables(client, keywordTables);
      await client.query(
        `insert into keyword_build (id, day, built_at, keywords, pins) values (1, $1, now(), $2, $3)
         on conflict (id) do update
         set day = excluded.day, built_at = excluded.built_at, keywords = excluded.keywords, pins = excluded.pins`,
        [day, build.keywords, build.pins],
      );
    }),
  );
  return build;
}

async function buildNext(postgres: Postgres, scope: WriterScope, day: Day): Promise<KeywordBuild> {
  const pool = postgres.jobPoolIn(scope);
  const { rows } = await pool.query<{ many: boolean }>(`select exists (select from pins offset ${MIN_PINS_FOR_WORKER}) many`);
  if (rows[0]?.many === true) return buildInWorker(scope, { url: postgres.url, day });
  return withClient(pool, (reader) => withClient(pool, (writer) => buildKeywords(reader, writer, day)));
}

/** Builds in a worker thread, which is terminated if the lock is lost. */
function buildInWorker(scope: LockScope, workerData: KeywordWorkerData): Promise<KeywordBuild> {
  // The worker is in this folder with the same extension, compiled or not.
  const worker = new Worker(new URL(`./keyword-worker${extname(import.meta.url)}`, import.meta.url), { workerData });
  const workerResource = { end: () => worker.terminate() };
  scope.register(workerResource);
  return new Promise<KeywordBuild>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the keyword worker exited with code ${code}`)));
  }).finally(() => scope.release(workerResource));
}
