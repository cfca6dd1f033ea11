import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { firstReadDay, type WatchedSeries } from '#domain/watching/weekly-email';
import { defaultMetric } from '#domain/catalog/metrics';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type Day, MINUTES_PER_DAY, monthOfDay } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import type { DueUser } from '#domain/mail/optional-emails';
import { tablesOf, titleSourceSql } from '#server/database/catalog-tables';
import { decodeSeries, historyColumnsSql, type StoredHistory } from '#server/database/history/history-sql';
import { Postgres } from '#server/database/postgres';
import { queueDueEmails } from '#server/mail/postgres/queue-emails';

type WatchedRow = TitleSource &
  StoredHistory &
  Omit<WatchedSeries, 'entity' | 'title' | 'days' | 'counts'> & { readonly user_id: string; readonly stored_title: string };

/** What users $1 watch, once each, with its history from the month that begins on day $2 on. */
function watchedSql(entity: EntityType): string {
  const { text, histories } = tablesOf(variantOf[entity]);
  return `
    select i.user_id, i.entity_id, i.stored_title, t.name, t.${entity === 'pinner' ? 'username' : 'pinner_username'},
      ${titleSourceSql[entity]}, t.image_url, t.searchable is not true is_gone,
      ${historyColumnsSql(entity, 'h.key', '$2::int')}
    from (select w.user_id, item.entity_id, min(item.title) stored_title
      from watchlists w join watched_items item on item.watchlist_id = w._id
      where w.user_id = any($1) and item.entity = '${entity}' group by 1, 2) i
    left join ${text} t on t._id = i.entity_id left join ${histories} h on h._id = t._id order by i.entity_id`;
}

/** Queues the weekly emails. */
@Injectable()
export class WeeklyEmails {
  constructor(private readonly postgres: Postgres) {}

  /**
   * Queues the email that `compose` makes of what a user watches (null: none) for the week that ended before the Monday that is due in the
   * user's time zone, for every confirmed user who has them on. However often, concurrently, or interrupted it runs, a user gets one email
   * for a week. Returns how many this call queued.
   */
  enqueue(
    scope: LockScope,
    dueMondayIn: (timeZone: string) => Day,
    now: Date,
    compose: (user: DueUser, watched: readonly WatchedSeries[], monday: Day) => Email | null,
  ): Promise<number> {
    const emailsTo = async (client: PoolClient, users: readonly DueUser[], monday: Day) => {
      const watchedByUser = await findWatched(
        client,
        users.map(({ id }) => id),
        monday,
      );
      return users.flatMap((user) => compose(user, watchedByUser.get(user.id) ?? [], monday) ?? []);
    };
    return queueDueEmails(this.postgres, scope, { kind: 'weekly', dueDayIn: dueMondayIn, emailsTo }, now);
  }
}

async function findWatched(
  client: PoolClient,
  userIds: readonly string[],
  monday: Day,
): Promise<ReadonlyMap<string, readonly WatchedSeries[]>> {
  const watched = new Map<string, WatchedSeries[]>();
  for (const entity of entityTypes) {
    const firstDay = firstReadDay(monday);
    const { rows } = await client.query<WatchedRow>(watchedSql(entity), [userIds, monthOfDay(firstDay).from]);
    for (const { user_id, stored_title, entity_id, image_url, is_gone, sealed, open, ...source } of rows) {
      const { at, counts } = decodeSeries(entity, { sealed, open });
      const days = at.map((minute) => Math.floor(minute / MINUTES_PER_DAY));
      const isInWindow = (_: unknown, index: number) => days[index]! >= firstDay && days[index]! < monday;
      // Of what left the catalog, only the stored title is known.
      const title = source.name === null && is_gone ? stored_title : titleOf(entity, { _id: entity_id, ...source });
      const items = watched.get(user_id) ?? [];
      watched.set(user_id, items);
      items.push({
        entity,
        entity_id,
        title,
        image_url,
        is_gone,
        days: days.filter(isInWindow),
        counts: counts[defaultMetric[entity]]?.filter(isInWindow) ?? [],
      });
    }
  }
  return watched;
}
