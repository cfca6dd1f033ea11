import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as passed } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Variant } from '#domain/catalog/variants';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { tablesOf } from '#server/database/catalog-tables';
import { freePort } from '#server/database/embedded-postgres';
import type { BenchContext } from '../benchmark.js';
import { mainMetric } from '../plain-gin.js';
import { fetchPackage } from './fetch-package.js';

interface Connection {
  query(sql: string): Promise<[Record<string, string>[]]>;
  end(): Promise<void>;
}

interface MySql {
  readonly createConnection: (at: { host: string; port: number }) => Promise<Connection>;
}

/** The Sphinx search engine (`indexer` and `searchd` on the PATH), with one kind of entity in its index. */
export class SphinxPeer {
  private constructor(
    private readonly connection: Connection,
    private readonly shutDown: () => Promise<void>,
  ) {}

  /** Indexes the words and the main metric of every row and starts the engine. */
  static async start(pool: Pool, variant: Variant): Promise<SphinxPeer> {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-bench-'));
    await writeRows(pool, variant, join(folder, 'rows.tsv'));
    const port = await freePort();
    const config = join(folder, 'sphinx.conf');
    await writeFile(config, sphinxConfig(folder, port));
    await promisify(execFile)('indexer', ['--config', config, '--all']);
    const engine = spawn('searchd', ['--config', config, '--nodetach'], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => void engine.once('exit', () => resolve()));
    const connection = await connectWithRetry(port);
    return new SphinxPeer(connection, async () => {
      await connection.end();
      engine.kill();
      await ended;
      await rm(folder, { recursive: true });
    });
  }

  /** Returns the first ten rows by the main metric, and the total. */
  async firstPageTotal({ all, any }: KeywordTerms): Promise<number> {
    const words = (any ?? all).map((word) => `"${word}"`).join(any ? ' | ' : ' ');
    await this.connection.query(
      `select id from entities where match('${words}') order by metric desc, id asc limit 10 option ranker = none`,
    );
    const [meta] = await this.connection.query('show meta');
    return Number(meta.find(({ Variable_name: name }) => name === 'total_found')?.['Value']);
  }

  /** Returns the total of a range of the main metric, with keywords if there are any, after reading the first ten rows. */
  async filteredTotal(terms: KeywordTerms | null, [min, max]: readonly [number, number]): Promise<number> {
    const match = terms ? `match('${terms.all.map((word) => `"${word}"`).join(' ')}') and ` : '';
    await this.connection.query(
      `select id from entities where ${match}metric between ${min} and ${max} order by metric desc, id asc limit 10 option ranker = none`,
    );
    const [meta] = await this.connection.query('show meta');
    return Number(meta.find(({ Variable_name: name }) => name === 'total_found')?.['Value']);
  }

  close(): Promise<void> {
    return this.shutDown();
  }
}

/** Starts Sphinx for a list, if `--peers` was given and it is installed; else returns why not. */
export async function openSphinx({ peers, postgres }: BenchContext, variant: Variant): Promise<{ peer: SphinxPeer | null; why: string }> {
  if (!peers) return { peer: null, why: 'Sphinx: --peers was not given' };
  try {
    return { peer: await SphinxPeer.start(postgres.jobPool, variant), why: '' };
  } catch (error) {
    return { peer: null, why: `Sphinx: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const sphinxConfig = (folder: string, port: number): string => `
source entities
{
  type = tsvpipe
  tsvpipe_command = cat ${folder}/rows.tsv
  tsvpipe_field = terms
  tsvpipe_attr_uint = metric
}
index entities
{
  source = entities
  path = ${folder}/entities
}
indexer
{
  mem_limit = 1024M
}
searchd
{
  listen = 127.0.0.1:${port}:mysql41
  log = ${folder}/searchd.log
  pid_file = ${folder}/searchd.pid
  binlog_path =
  workers = threads
}
`;

async function writeRows(pool: Pool, variant: Variant, path: string): Promise<void> {
  const { text, metrics } = tablesOf(variant);
  const client = await pool.connect();
  try {
    const rows = `select row_number() over (order by t._id), array_to_string(t.terms, ' '), coalesce(m.${mainMetric[variant]}, 0)
      from ${text} t join ${metrics} m using (_id)`;
    await pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), createWriteStream(path));
  } finally {
    client.release();
  }
}

async function connectWithRetry(port: number): Promise<Connection> {
  const { createConnection } = await fetchPackage<MySql>('mysql2', '3.24.6', 'mysql2/promise');
  for (let attempts = 0; ; attempts++) {
    try {
      return await createConnection({ host: '127.0.0.1', port });
    } catch (error) {
      if (attempts === 100) throw error;
      await passed(100);
    }
  }
}
