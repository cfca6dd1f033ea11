import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { CatalogSource, ChangedIds } from '#domain/catalog/import/import-runs';
import { entityTypes } from '#domain/catalog/variants';
import type { CatalogKind, FileKind } from '#domain/catalog/import/import-row';
import { FileSource } from '#server/catalog/import/files/file-source';
import { ImportCatalog, type ImportResult } from '#server/catalog/import/import-catalog';
import { noMappings, openRows } from '#server/cli/commands/import/choose-importer';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import type { ImportSettings, ImportObserver } from '#server/catalog/import/read-source';
import { readSeries } from './stored-history';
import { createTestDatabase, openForTests, type TestDatabase } from './test-database';
import { FakeWriteLock } from '../fakes/write-lock';

export const NOW = new Date('2026-03-01T12:00:00Z');

/** The tables with a row per entity that an import writes. */
export const importTables = entityTypes.flatMap((entity) => [`${entity}s`, `${entity}_metrics`, `${entity}_histories`]);

/** The tables of the readings, by the short key of their entity. */
export const readingTables = entityTypes.flatMap((entity) => [`${entity}_months`, `${entity}_readings`]);

export const importSettings = (kind: CatalogKind, overrides: Partial<ImportSettings> = {}): ImportSettings => ({
  kind,
  origin: { command: 'root@server-1' },
  maxRejectedShare: 0.05,
  stopOnReject: false,
  ...(kind === 'series' ? { as: 'pinner' as const, metrics: { '*': 'follower_count' } } : {}),
  ...overrides,
});

export const silentObserver: ImportObserver = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };

/** The rows of a file, read as an operator has it read who names their kind. */
export async function rowsOfFile(path: string, kind: FileKind): Promise<CatalogSource> {
  const file = await FileSource.open(path, Readable.from([]));
  const { source } = await openRows(file, { ...importSettings('pins'), kind, crawledAt: NOW }, noMappings);
  return source;
}

/** A test database with an importer. */
export class ImportFixture {
  changedIds: ChangedIds = {};

  private constructor(
    readonly database: TestDatabase,
    readonly folder: string,
  ) {}

  static async open(): Promise<ImportFixture> {
    return new ImportFixture(await createTestDatabase(), await mkdtemp(join(tmpdir(), 'corklight-intake-')));
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Empties the catalog, and forgets all imports. */
  async clear(): Promise<void> {
    const importing = 'imports, import_rejects, import_runs, import_journals, import_changes, packed_changes, forgotten_changes';
    const staged = await this.queryRows<{ name: string }>(`select tablename "name" from pg_tables where tablename ~ '^import_[0-9]+_'`);
    for (const { name } of staged) await this.queryRows(`drop table ${name}`);
    await this.queryRows(
      `truncate ${[importing, ...importTables, ...readingTables].join(', ')};
       update catalog_stats set total = 0, known = '{}', changed_at = null`,
    );
  }

  createImport(pool: Pool = this.database.pool): ImportCatalog {
    return new ImportCatalog(
      new PostgresImportRuns(pool),
      { now: () => NOW },
      new FakeWriteLock(),
      async (_scope, touched) => void (this.changedIds = touched),
    );
  }

  async importRecords(
    kind: CatalogKind,
    records: readonly unknown[],
    overrides: Partial<ImportSettings> = {},
    pool?: Pool,
  ): Promise<ImportResult> {
    const path = join(this.folder, `${kind}.ndjson`);
    await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return this.createImport(pool).importSource(await rowsOfFile(path, kind), importSettings(kind, overrides), silentObserver);
  }

  async queryRows<T>(sql: string): Promise<T[]> {
    return (await this.database.pool.query(sql)).rows as T[];
  }

  /** A checksum over every column of every catalog table except the time of first storing and the short keys, over all readings, and the totals. */
  async checksum(): Promise<string> {
    const hash = createHash('sha256');
    for (const table of importTables) {
      const found = await this.queryRows<{ row: string }>(
        `select (to_jsonb(t) - 'added_at' - 'key')::text as row from ${table} t order by _id`,
      );
      hash.update(`${table}\n${found.map(({ row }) => row).join('\n')}\n`);
    }
    for (const entity of entityTypes) hash.update(JSON.stringify(await readSeries(this.database.pool, entity)));
    return hash
      .update(JSON.stringify(await this.queryRows('select variant, total, known from catalog_stats order by variant')))
      .digest('hex');
  }
}

/** An importer for the tests around the call, with an empty catalog for each of them. */
export function useImports(): ImportFixture {
  const imports = openForTests(() => ImportFixture.open());
  beforeEach(() => imports.clear());
  return imports;
}
