import { Injectable } from '@nestjs/common';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { CatalogQuality, IssueCountsByEntity } from '#domain/data-quality/quality-scans';
import { type IssueName, issues } from '#domain/data-quality/issues';
import { issueCountSql } from '#server/data-quality/postgres/issue-sql';
import { MINUTE_MS } from '#domain/durations';
import { Postgres } from '#server/database/postgres';
import { inTransaction, slowQuery } from '#server/database/transaction';

const SCAN_TIMEOUT_MS = MINUTE_MS;

/** `suspicious` and `all_zero_metrics` are the same count. */
const countedIssues = issues.map(({ name }) => name).filter((name) => name !== 'suspicious');

/** All counts in one statement, so that they share a snapshot and a timeout. $1 is the current time. */
export const issueCountsQuery: string = entityTypes
  .map(
    (entity) =>
      `select '${entity}' entity, ${countedIssues.map((issue) => `${issueCountSql(issue, entity, '$1')}::int ${issue}`).join(', ')}`,
  )
  .join(' union all ');

type IssueCountRow = Record<Exclude<IssueName, 'suspicious'>, number> & { readonly entity: EntityType };

/** Counts issues from partial indexes. */
@Injectable()
export class PostgresCatalogQuality implements CatalogQuality {
  constructor(private readonly postgres: Postgres) {}

  async countIssues(now: Date): Promise<IssueCountsByEntity> {
    const rows = await inTransaction(this.postgres.jobPool, async (client) => {
      await client.query('set local transaction_read_only = on');
      return slowQuery<IssueCountRow>(client, SCAN_TIMEOUT_MS, issueCountsQuery, [now]);
    });
    const byEntity = rows.map(({ entity, ...counts }) => [entity, { ...counts, suspicious: counts.all_zero_metrics }] as const);
    return Object.fromEntries(byEntity) as unknown as IssueCountsByEntity;
  }
}
