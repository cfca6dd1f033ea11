import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fetchPackage } from './fetch-package.js';

interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjects(): Record<string, bigint | number | string | null>[] }>;
  closeSync(): void;
}

interface DuckDb {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }> };
}

/** DuckDB in this process, with a database's events loaded into memory. */
export class DuckDbPeer {
  private constructor(
    private readonly connection: Connection,
    private readonly closeAll: () => void,
  ) {}

  static async load(pool: Pool): Promise<DuckDbPeer> {
    const { DuckDBInstance } = await fetchPackage<DuckDb>('@duckdb/node-api', '1.5.6-r.1');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const folder = await mkdtemp(join(tmpdir(), 'corklight-bench-'));
    try {
      await writeEventsCsv(pool, join(folder, 'events.csv'));
      await connection.runAndReadAll(
        `create table events as select * from read_csv('${join(folder, 'events.csv')}', header = false, nullstr = '',
           columns = {'at': 'timestamp', 'visitor': 'uuid', 'name': 'varchar', 'path': 'varchar', 'referrer': 'varchar'})`,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
    return new DuckDbPeer(connection, () => {
      connection.closeSync();
      instance.closeSync();
    });
  }

  /** Returns the rows of a statement, with counts as numbers. */
  async query(sql: string): Promise<Record<string, unknown>[]> {
    const rows = (await this.connection.runAndReadAll(sql)).getRowObjects();
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value])),
    );
  }

  close(): void {
    this.closeAll();
  }
}

async function writeEventsCsv(pool: Pool, path: string): Promise<void> {
  const client = await pool.connect();
  try {
    const rows = `select at at time zone 'UTC', visitor, name, path, referrer from events`;
    await pipeline(client.query(copyTo(`copy (${rows}) to stdout with (format csv)`)), createWriteStream(path));
  } finally {
    client.release();
  }
}
