import { WriterScope } from '#domain/jobs/write-lock';
import type { Config } from '#server/config/config';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { fillCatalog, type RunStep } from './fill-catalog.js';
import { databaseUrl, withClient } from './scratch-database.js';

/** Changes with the generated rows and the format of the read model, so that catalogs of earlier ones are not reused. */
const CATALOG_VERSION = 3;

/** A step of generating the catalog, and its duration in seconds. */
export interface BuildStep {
  readonly name: string;
  readonly seconds: number;
}

/** Returns the build steps of an existing catalog; null if it is missing or incomplete. */
async function readBuildSteps(url: string): Promise<BuildStep[] | null> {
  try {
    return await withClient(
      url,
      async (client) => (await client.query<BuildStep>('select name, seconds from bench_steps order by place')).rows,
    );
  } catch {
    return null;
  }
}

async function buildCatalog(url: string, size: number, config: Config, log: (line: string) => void): Promise<BuildStep[]> {
  const steps: BuildStep[] = [];
  const step: RunStep = async (name, work) => {
    const startedAt = performance.now();
    const result = await work();
    const seconds = Math.round(performance.now() - startedAt) / 1_000;
    steps.push({ name, seconds });
    log(`  ${name}: ${seconds.toFixed(1)} s`);
    return result;
  };
  await migrate(url);
  await withClient(url, (client) => fillCatalog(client, size, step));
  const postgres = new Postgres(url);
  try {
    const lists = new PostgresReadModel(postgres, config);
    for (const variant of ['boards', 'pinners', 'pins'] as const)
      await step(`read model of ${variant}`, () => lists.rebuild(new WriterScope(), [variant]));
  } finally {
    await postgres.close();
  }
  await withClient(url, async (client) => {
    await client.query('checkpoint');
    // Created last: a database with this table is complete.
    await client.query(
      'create table bench_steps as select * from unnest($1::text[], $2::float8[]) with ordinality as s(name, seconds, place)',
      [steps.map(({ name }) => name), steps.map(({ seconds }) => seconds)],
    );
  });
  return steps;
}

/** Opens the catalog of a size: reuses a complete one from an earlier run, or generates it (always, if `fresh`). */
export async function openBenchCatalog(
  clusterUrl: string,
  size: number,
  fresh: boolean,
  config: Config,
  log: (line: string) => void,
): Promise<{ url: string; made: readonly BuildStep[] }> {
  const database = `bench_v${CATALOG_VERSION}_${size}`;
  const url = databaseUrl(clusterUrl, database);
  const builtSteps = fresh ? null : await readBuildSteps(url);
  if (builtSteps) {
    await migrate(url);
    return { url, made: builtSteps };
  }
  log(`Generating a catalog of ${size.toLocaleString('en-US')} boards, pinners, and pins each …`);
  await withClient(clusterUrl, async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database}`);
  });
  return { url, made: await buildCatalog(url, size, config, log) };
}
