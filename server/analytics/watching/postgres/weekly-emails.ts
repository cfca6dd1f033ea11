import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { type Mover, weeklyEmail, type WeeklyEmails } from '#domain/analytics/watching/weekly-email';
import { defaultMetric, scoreColumnOf } from '#domain/catalog/metrics';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import { EmailBranding } from '#domain/mail/email-branding';
import { optionalEmailToken } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { CONFIG, type Config } from '#server/config/config';
import { tablesOf, titleSourceSql } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { type DueUser, queueDueEmails } from '#server/mail/postgres/queue-due-emails';

type MoverRow = TitleSource & Omit<Mover, 'entity' | 'title'> & { readonly user_id: string };

/** What users watch, once each, with its growth over 7 days; nothing if the last recompute was before the week. */
function moversSql(entity: EntityType): string {
  const variant = variantOf[entity];
  const { text, metrics, scores } = tablesOf(variant);
  const growth = `s.growth[${scoreColumnOf(entity, defaultMetric[entity], '7_days') + 1}]`;
  return `
    select i.user_id, i.entity_id, t.name, t.${entity === 'pinner' ? 'username' : 'pinner_username'},
      ${titleSourceSql[entity]}, t.image_url, m.${defaultMetric[entity]} "value", ${growth} growth
    from (select distinct w.user_id, item.entity_id from watchlists w join watched_items item on item.watchlist_id = w._id
      where w.user_id = any($1) and item.entity = '${entity}') i
    join ${text} t on t._id = i.entity_id join ${metrics} m on m._id = t._id join ${scores} s on s._id = t._id
    where m.${defaultMetric[entity]} is not null and ${growth} <> 0
      and exists (select from catalog_stats where variant = '${variant}' and scored_day > $2 - 7)`;
}

/** Queues the weekly emails, with figures of the tables. */
@Injectable()
export class PostgresWeeklyEmails implements WeeklyEmails {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
    @Inject(CONFIG) private readonly config: Pick<Config, 'IMAGE_HOSTS'>,
  ) {}

  enqueue(scope: LockScope, monday: Day, now: Date): Promise<number> {
    const emailsTo = async (client: PoolClient, users: readonly DueUser[]) => {
      const moversByUser = await findMovers(
        client,
        users.map(({ id }) => id),
        monday,
      );
      return users.flatMap(({ id, email }) => this.#emailTo(id, email, moversByUser.get(id) ?? [], monday) ?? []);
    };
    return queueDueEmails(this.postgres, scope, { kind: 'weekly', day: monday, emailsTo }, now);
  }

  #emailTo(userId: string, address: string, movers: readonly Mover[], monday: Day) {
    const token = optionalEmailToken(this.secrets, 'weekly', userId);
    const context = this.emailBranding.contextFor(address, userId);
    return weeklyEmail({ ...context, token, lastDay: monday - 1, imageHosts: this.config.IMAGE_HOSTS }, movers);
  }
}

async function findMovers(client: PoolClient, userIds: readonly string[], monday: Day): Promise<ReadonlyMap<string, readonly Mover[]>> {
  const movers: { readonly userId: string; readonly mover: Mover }[] = [];
  for (const entity of entityTypes) {
    const { rows } = await client.query<MoverRow>(moversSql(entity), [userIds, monday]);
    for (const { user_id, entity_id, image_url, value, growth, ...source } of rows)
      movers.push({
        userId: user_id,
        mover: { entity, entity_id, title: titleOf(entity, { _id: entity_id, ...source }), image_url, value, growth },
      });
  }
  const byUser = Map.groupBy(movers, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, entries]) => [userId, entries.map(({ mover }) => mover)]));
}
