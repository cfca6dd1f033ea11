import { Injectable } from '@nestjs/common';
import type { Variant } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import type { OperationsOverview } from '#domain/operations/contract';
import type { Release } from '#domain/operations/releases';
import { timedCache } from '#server/cache/timed-cache';
import { tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { NEWEST_RELEASE } from '#server/database/schema/stored-settings';

const MAX_TABLES = 8;

/** The median reads half of an index, which takes a second in ten million rows. */
const READINGS_TTL_MS = 5 * MINUTE_MS;

const read = (variant: Variant) => `from ${tablesOf(variant).metrics} where last_crawled_at is not null`;

/** Partitions count for their table. */
const FACTS_SQL = `
  select (select count(*)::int from emails where given_up_at is not null) failed_emails,
    current_setting('server_version') postgres_version,
    (select value::json from settings where name = $1) newest_release,
    (select name from migrations order by "timestamp" desc limit 1) newest_migration,
    (select json_agg(t) from (
      select coalesce(i.inhparent, c.oid)::regclass::text "name", sum(pg_total_relation_size(c.oid))::float8 bytes
      from pg_class c left join pg_inherits i on i.inhrelid = c.oid
      where c.relkind in ('r', 'm') and c.relnamespace = current_schema()::regnamespace
      group by 1 order by 2 desc limit ${MAX_TABLES}) t) largest_tables`;

/** What the operations page shows and no other part of the site reads. */
interface OperationsFacts {
  readonly failed_emails: number;
  readonly postgres_version: string;
  readonly newest_migration: string;
  readonly largest_tables: OperationsOverview['sizes']['tables'];
  /** Of the feed of releases; null without one that is newer. */
  readonly newest_release: Release | null;
}

/** Reads versions and sizes. */
@Injectable()
export class PostgresOperations {
  readonly #readings = timedCache(READINGS_TTL_MS, async (_: 'all') => {
    return { boards: await this.#readTimes('boards'), pinners: await this.#readTimes('pinners'), pins: await this.#readTimes('pins') };
  });

  constructor(private readonly postgres: Postgres) {}

  /** When the rows of each list were last read. */
  readReadings(): Promise<OperationsOverview['readings']> {
    return this.#readings('all');
  }

  async #readTimes(variant: Variant): Promise<OperationsOverview['readings'][Variant]> {
    const { pool } = this.postgres;
    const counted = await pool.query<{ rows: number; newest: Date | null }>(
      `select count(*)::int "rows", max(last_crawled_at) newest ${read(variant)}`,
    );
    const { rows: rowCount, newest } = counted.rows[0]!;
    const { rows } = await pool.query<{ median: Date }>(
      `select last_crawled_at median ${read(variant)} order by last_crawled_at limit 1 offset $1`,
      [Math.floor(rowCount / 2)],
    );
    return { newest_at: newest?.toISOString() ?? null, median_at: rows[0]?.median.toISOString() ?? null };
  }

  async readFacts(): Promise<OperationsFacts> {
    const { rows } = await this.postgres.pool.query<OperationsFacts>(FACTS_SQL, [NEWEST_RELEASE]);
    return rows[0]!;
  }
}
