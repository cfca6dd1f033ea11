import { Injectable } from '@nestjs/common';
import { WriterScope } from '#domain/jobs/write-lock';
import type { OperationsOverview, RecentImport } from '#domain/operations/contract';
import { importStateOf } from '#domain/operations/import-state';
import type { Release } from '#domain/operations/releases';
import { Postgres } from '#server/database/postgres';
import { NEWEST_RELEASE } from '#server/database/schema/stored-settings';
import { lockHolderSql } from '#server/jobs/postgres/advisory-lock';

const MAX_IMPORTS = 20;
const MAX_TABLES = 8;

const IMPORTS_SQL = `
  select r.id, r.kind, r.source, r.phase, r.lines, r.rejected, r.started_at, r.finished_at, r.reason,
    coalesce(r.lock_connected_at = (${lockHolderSql('$1')}), false) is_held
  from import_runs r order by r.id desc limit ${MAX_IMPORTS}`;

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

interface ImportRow extends Omit<RecentImport, 'state' | 'started_at' | 'finished_at' | 'lines' | 'rejected'> {
  readonly phase: string;
  readonly lines: number;
  readonly rejected: number;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly is_held: boolean;
}

/** What the operations page shows and no other part of the site reads. */
export interface OperationsFacts {
  readonly failed_emails: number;
  readonly postgres_version: string;
  readonly newest_migration: string;
  readonly largest_tables: OperationsOverview['sizes']['tables'];
  /** Of the feed of releases; null without one that is newer. */
  readonly newest_release: Release | null;
}

/** Reads imports, versions, and sizes. */
@Injectable()
export class PostgresOperations {
  constructor(private readonly postgres: Postgres) {}

  /** The latest imports first. */
  async listImports(): Promise<readonly RecentImport[]> {
    const { rows } = await this.postgres.pool.query<ImportRow>(IMPORTS_SQL, [new WriterScope().lockName]);
    return rows.map(({ phase, is_held, lines, rejected, started_at, finished_at, ...row }) => {
      const state = importStateOf(phase, is_held);
      const isRead = state !== 'reading' && state !== 'interrupted';
      return {
        ...row,
        state,
        lines: isRead ? lines : null,
        rejected: isRead ? rejected : null,
        started_at: started_at.toISOString(),
        finished_at: finished_at?.toISOString() ?? null,
      };
    });
  }

  async readFacts(): Promise<OperationsFacts> {
    const { rows } = await this.postgres.pool.query<OperationsFacts>(FACTS_SQL, [NEWEST_RELEASE]);
    return rows[0]!;
  }
}
