import { Injectable } from '@nestjs/common';
import type { Alerts, StoredAlert } from '#domain/analytics/watching/alerts/alerts';
import { Postgres } from '#server/database/postgres';

/** The fields of alert `a`, with the search that its rule is still about. */
export const ALERT_FIELDS = `a._id, a.entity, nullif(a.entity_id, '') entity_id, a.title, a.measure, a.direction, a.threshold, a.period,
    a."value", a.day, a.read_at is not null is_read, case when a.entity_id = '' then (
      select json_build_object('variant', q.variant, 'query', q.query) from alert_rules r join saved_searches q on q._id = r.saved_search_id
      where r._id = a.rule_id) end search`;

/** The last $2 alerts of user $1. */
export const LIST_ALERTS = `
  select ${ALERT_FIELDS}
  from alerts a where a.user_id = $1 order by a.created_at desc, a._id limit $2`;

const MARK_READ = 'update alerts set read_at = $3 where user_id = $1 and _id = any($2) and read_at is null';

/** The table `alerts`. */
@Injectable()
export class PostgresAlerts implements Alerts {
  constructor(private readonly postgres: Postgres) {}

  async listFor(userId: string, limit: number): Promise<readonly StoredAlert[]> {
    return (await this.postgres.pool.query<StoredAlert & Record<string, unknown>>(LIST_ALERTS, [userId, limit])).rows;
  }

  async markRead(userId: string, ids: readonly string[], now: Date): Promise<void> {
    await this.postgres.pool.query(MARK_READ, [userId, ids, now]);
  }
}
