import { Injectable } from '@nestjs/common';
import { entityTypes, variantOf, type EntityType } from '#domain/catalog/variants';
import type { SiteFigures, SiteFiguresSource } from '#domain/monitoring/site-figures';
import { compareSchemas } from '#domain/monitoring/schema-state';
import { migrations } from '#migrations/index';
import { Postgres } from '#server/database/postgres';

const knownMigrations = migrations.map(({ name }) => name);

const perEntity = (valueOf: (entity: EntityType) => string): string =>
  `json_build_object(${entityTypes.map((entity) => `'${entity}', ${valueOf(entity)}`).join(', ')})`;

/** Each value is the end of an index, or comes from a table with few rows. */
const FIGURES_SQL = `select
  ${perEntity((entity) => `(select extract(epoch from max(last_crawled_at)) * 1000 from ${variantOf[entity]})`)} newest,
  ${perEntity((entity) => `(select total from catalog_stats where variant = '${variantOf[entity]}')`)} counts,
  exists (select from import_runs where finished_at is not null) imported,
  (select count(*) from letters where due_at is not null) unsent,
  (select min(created_at) from letters where due_at is not null) oldest,
  (select json_agg(name) from migrations) applied,
  pg_database_size(current_database()) bytes`;

interface FiguresRow {
  readonly newest: Readonly<Record<EntityType, number | null>>;
  readonly counts: Readonly<Record<EntityType, number | null>>;
  readonly imported: boolean;
  readonly unsent: number;
  readonly oldest: Date | null;
  readonly applied: readonly string[] | null;
  readonly bytes: number;
}

const recordOf = <T>(valueOf: (entity: EntityType) => T): Record<EntityType, T> => ({
  board: valueOf('board'),
  pinner: valueOf('pinner'),
  pin: valueOf('pin'),
});

/** Reads the figures from the catalog, its totals, and the outbox. */
@Injectable()
export class PostgresSiteFigures implements SiteFiguresSource {
  constructor(private readonly postgres: Postgres) {}

  async read(): Promise<SiteFigures> {
    const { rows } = await this.postgres.pool.query<FiguresRow>(FIGURES_SQL);
    const row = rows[0]!;
    return {
      newestReadingAt: recordOf((entity) => (row.newest[entity] === null ? null : new Date(row.newest[entity]))),
      rowCounts: recordOf((entity) => row.counts[entity] ?? 0),
      hasImported: row.imported,
      unsentEmails: row.unsent,
      oldestUnsentAt: row.oldest,
      databaseBytes: row.bytes,
      schema: compareSchemas(knownMigrations, row.applied ?? []),
    };
  }
}
