import { Injectable } from '@nestjs/common';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { CatalogQuality, type IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { type IssueName, issues } from '#domain/data-quality/issues';
import { issueCountSql } from '#server/data-quality/postgres/issue-sql';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

/** Milliseconds after which a scan is given up. */
const SCAN_TIMEOUT_MS = 60_000;

/** Two names of one count are counted once. */
const countedIssues = issues.map(({ name }) => name).filter((name) => name !== 'suspicious');

/** Everything in one statement: one moment, one limit of time. $1 is now. */
export const issueCountsQuery: string = entityTypes
  .map(
    (entity) =>
      `select '${entity}' entity, ${countedIssues.map((issue) => `${issueCountSql(issue, entity, '$1')}::int ${issue}`).join(', ')}`,
  )
  .join(' union all ');

type IssueCountRow = Record<Exclude<IssueName, 'suspicious'>, number> & { readonly entity: EntityType };

/** The issues of the catalogue as Postgres counts them, from partial indexes. */
@Injectable()
export class PostgresCatalogQuality extends CatalogQuality {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  async countIssues(now: Date): Promise<IssueCountsByEntity> {
    const rows = await inTransaction(this.postgres.jobPool, async (client) => {
      await client.query(`set local statement_timeout = ${SCAN_TIMEOUT_MS}; set local transaction_read_only = on`);
      return (await client.query<IssueCountRow>(issueCountsQuery, [now])).rows;
    });
    const byEntity = rows.map(({ entity, ...counts }) => [entity, { ...counts, suspicious: counts.all_zero_metrics }] as const);
    return Object.fromEntries(byEntity) as unknown as IssueCountsByEntity;
  }
}
