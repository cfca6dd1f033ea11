import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { Touched } from '#domain/catalog/catalog-intake';
import type { IntakeKind } from '#domain/catalog/intake';
import { FileSource } from '#server/catalog/import/file-source';
import { ImportCatalog, type ImportResult } from '#server/catalog/import/import-catalog';
import { PostgresIntake } from '#server/catalog/import/postgres-intake';
import type { ImportSettings, ImportWatch } from '#server/catalog/import/read-source';
import { freshDatabase, type TestDatabase } from './database';

export const NOW = new Date('2026-03-01T12:00:00Z');

/** The tables that an import writes. */
export const tables = ['board', 'pinner', 'pin'].flatMap((entity) => [`${entity}s`, `${entity}_metrics`, `${entity}_series`]);

export const settingsFor = (kind: IntakeKind, more: Partial<ImportSettings> = {}): ImportSettings => ({
  kind,
  maxBad: 0.05,
  stopOnReject: false,
  ...(kind === 'series' ? { as: 'pinner' as const, metrics: { '*': 'follower_count' } } : {}),
  ...more,
});

export const silent: ImportWatch = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };

/** A database of its own with an importer on it. */
export class Imports {
  touched: Touched = {};

  private constructor(
    readonly database: TestDatabase,
    readonly folder: string,
  ) {}

  static async open(): Promise<Imports> {
    return new Imports(await freshDatabase(), await mkdtemp(join(tmpdir(), 'corklight-intake-')));
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  importer(pool: Pool = this.database.pool): ImportCatalog {
    return new ImportCatalog(
      new PostgresIntake(pool),
      { now: () => NOW },
      { asWriter: (work) => work() },
      async (touched) => void (this.touched = touched),
    );
  }

  async bring(kind: IntakeKind, records: readonly unknown[], more: Partial<ImportSettings> = {}, pool?: Pool): Promise<ImportResult> {
    const path = join(this.folder, `${kind}.ndjson`);
    await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return this.importer(pool).run(await FileSource.open(path, Readable.from([])), settingsFor(kind, more), silent);
  }

  async rows<T>(sql: string): Promise<T[]> {
    return (await this.database.pool.query(sql)).rows as T[];
  }

  /** Over every column of every catalogue and series table, and the totals. */
  async checksum(): Promise<string> {
    const hash = createHash('sha256');
    for (const table of tables) {
      const found = await this.rows<{ row: string }>(`select t::text as row from ${table} t order by _id`);
      hash.update(`${table}\n${found.map(({ row }) => row).join('\n')}\n`);
    }
    return hash.update(JSON.stringify(await this.rows('select variant, total, known from catalog_stats order by variant'))).digest('hex');
  }
}
