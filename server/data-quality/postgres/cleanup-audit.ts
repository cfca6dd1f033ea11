import { Inject, Injectable } from '@nestjs/common';
import type { CleanupAudit } from '#domain/data-quality/cleanups';
import type { CleanupIssue, CleanupRecord } from '#domain/data-quality/contract';
import { DAY_MS } from '#domain/durations';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';

/** More than any site has. */
const MAX_UNFINISHED = 20;

interface StoredRecord extends Omit<CleanupRecord, 'started_at' | 'finished_at' | 'kept_until'> {
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly removed_at: Date | null;
}

/** The table `cleanups`, which `PostgresCleanups` writes in the transactions that delete rows. */
@Injectable()
export class PostgresCleanupAudit implements CleanupAudit {
  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Pick<Config, 'REMOVED_ROWS_DAYS'>,
  ) {}

  listNewest(limit: number): Promise<readonly CleanupRecord[]> {
    return this.#list('true', [limit]);
  }

  listUnfinished(issue: CleanupIssue): Promise<readonly CleanupRecord[]> {
    return this.#list('finished_at is null and issue_type = $2', [MAX_UNFINISHED, issue]);
  }

  async #list(where: string, values: readonly unknown[]): Promise<CleanupRecord[]> {
    const { rows } = await this.postgres.pool.query<StoredRecord>(
      `select c.id, u.email, c.entity_type, c.issue_type, c.matched, c.deleted, c.started_at, c.finished_at, k.kept, k.removed_at
       from (select * from cleanups where ${where} order by id desc limit $1) c left join users u on u.id = c.user_id
         cross join lateral (select count(*)::int kept, max(removed_at) removed_at from removed_rows where cleanup_id = c.id) k
       order by c.id desc`,
      [...values],
    );
    const keptMs = this.config.REMOVED_ROWS_DAYS * DAY_MS;
    return rows.map(({ started_at, finished_at, removed_at, ...record }) => ({
      ...record,
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
      kept_until: removed_at && new Date(removed_at.getTime() + keptMs).toISOString(),
    }));
  }
}
