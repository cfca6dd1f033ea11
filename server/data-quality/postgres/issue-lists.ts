import { Injectable } from '@nestjs/common';
import { pinterestUrl } from '#domain/catalog/pages/pinterest-url';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { CleanupIssue, IssueRow } from '#domain/data-quality/contract';
import type { IssueLists, IssueSlice, IssueTotals } from '#domain/data-quality/issue-pages';
import { issueByCleanupType } from '#domain/data-quality/issues';
import { issueCountSql, issueRowsSql } from '#server/data-quality/postgres/issue-sql';
import { tablesOf, titleSourceSql } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';

const ROWS_PER_BATCH = 500;

/** The count that says most about an entity. */
const mainCounts = { board: 'follower_count', pinner: 'follower_count', pin: 'saves' } as const satisfies Record<EntityType, string>;

type StoredIssueRow = Omit<IssueRow, 'entity_type' | 'title' | 'last_crawled_at'> & TitleSource & { readonly last_crawled_at: Date | null };

/** Reads the rows of an issue after the id $1, which its partial index finds in order. */
function rowsSql(issue: CleanupIssue, entity: EntityType): string {
  const { metrics, series } = tablesOf(variantOf[entity]);
  const { from, where, lead } = issueRowsSql(issueByCleanupType[issue], entity);
  return `select t._id, t.name, ${titleSourceSql[entity]}, ${entity === 'pinner' ? 't.username' : 't.pinner_username'} pinner_username, t.url, t.source,
      (select c.${mainCounts[entity]} from ${metrics} c where c._id = t._id) count,
      coalesce((select cardinality(r.at) from ${series} r where r._id = t._id), 0) readings, t.last_crawled_at
    from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 offset $3`;
}

/** The entities with an issue, in Postgres. */
@Injectable()
export class PostgresIssueLists implements IssueLists {
  constructor(private readonly postgres: Postgres) {}

  async countByType(issue: CleanupIssue): Promise<IssueTotals> {
    const counts = entityTypes.map((entity) => `${issueCountSql(issueByCleanupType[issue], entity, 'null')}::int "${entity}"`);
    const { rows } = await this.postgres.jobPool.query<IssueTotals>(`select ${counts.join(', ')}`);
    return rows[0] ?? { board: 0, pinner: 0, pin: 0 };
  }

  listRows(issue: CleanupIssue, { entity, offset, limit }: IssueSlice): Promise<readonly IssueRow[]> {
    return this.#read(issue, entity, '', limit, offset);
  }

  async *readAll(issue: CleanupIssue): AsyncGenerator<readonly IssueRow[]> {
    for (const entity of entityTypes) {
      for (let afterId: string | undefined = ''; afterId !== undefined;) {
        const rows: readonly IssueRow[] = await this.#read(issue, entity, afterId, ROWS_PER_BATCH, 0);
        yield rows;
        afterId = rows.length < ROWS_PER_BATCH ? undefined : rows.at(-1)?._id;
      }
    }
  }

  async #read(issue: CleanupIssue, entity: EntityType, afterId: string, limit: number, offset: number): Promise<IssueRow[]> {
    const { rows } = await this.postgres.jobPool.query<StoredIssueRow>(rowsSql(issue, entity), [afterId, limit, offset]);
    return rows.map((row) => {
      const { _id, pinner_username, url, source, count, readings, last_crawled_at } = row;
      const username = entity === 'pinner' ? pinner_username : null;
      const title = titleOf(entity, { ...row, username: pinner_username });
      return {
        entity_type: entity,
        _id,
        title,
        pinner_username,
        url: pinterestUrl(entity, { _id, url, username }),
        source,
        count,
        readings,
        last_crawled_at: last_crawled_at?.toISOString() ?? null,
      };
    });
  }
}
