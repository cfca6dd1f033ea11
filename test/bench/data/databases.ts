import { Client } from 'pg';
import type { Config } from '#server/config/config';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { fill, type Step } from './fill.js';

/** A step of making the catalogue and its seconds. */
export interface Made {
  readonly name: string;
  readonly seconds: number;
}

const within = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.toString();
};

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'corklight bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How the catalogue at this address was made; null when it is not there or not whole. */
async function history(url: string): Promise<Made[] | null> {
  try {
    return await connected(url, async (client) => (await client.query<Made>('select name, seconds from bench_steps order by place')).rows);
  } catch {
    return null;
  }
}

async function make(url: string, size: number, config: Config, say: (line: string) => void): Promise<Made[]> {
  const made: Made[] = [];
  const step: Step = async (name, work) => {
    const began = performance.now();
    const result = await work();
    const seconds = Math.round(performance.now() - began) / 1_000;
    made.push({ name, seconds });
    say(`  ${name}: ${seconds.toFixed(1)} s`);
    return result;
  };
  await migrate(url);
  await connected(url, (client) => fill(client, size, step));
  const postgres = new Postgres(url);
  try {
    const lists = new TypeormOrderedLists(postgres, config);
    for (const variant of ['boards', 'pinners', 'pins'] as const) await step(`read model of ${variant}`, () => lists.rebuild([variant]));
  } finally {
    await postgres.close();
  }
  await connected(url, async (client) => {
    await client.query('checkpoint');
    // Made last: where this table is, the catalogue is whole.
    await client.query(
      'create table bench_steps as select * from unnest($1::text[], $2::float8[]) with ordinality as s(name, seconds, place)',
      [made.map(({ name }) => name), made.map(({ seconds }) => seconds)],
    );
  });
  return made;
}

/** The database of a size in this cluster: the one of an earlier run when that is whole, else (or when `fresh`) made now. */
export async function catalogueOf(
  cluster: string,
  size: number,
  fresh: boolean,
  config: Config,
  say: (line: string) => void,
): Promise<{ url: string; made: readonly Made[] }> {
  const database = `bench_${size}`;
  const url = within(cluster, database);
  const known = fresh ? null : await history(url);
  if (known) {
    await migrate(url);
    return { url, made: known };
  }
  say(`Making a catalogue of ${size.toLocaleString('en-US')} boards, pinners and pins each …`);
  await connected(cluster, async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database}`);
  });
  return { url, made: await make(url, size, config, say) };
}
