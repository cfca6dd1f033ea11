import { Injectable } from '@nestjs/common';
import { MAX_SUGGESTED_TOPICS, MAX_TOPIC_PICTURES, type TopicCandidate } from '#domain/watching/today/interests';
import {
  type LinkedSites,
  MAX_TODAY_ROWS,
  type OwnPins,
  type TopicKeywordSearch,
  type WatchedReadings,
} from '#domain/watching/today/today';
import { MIN_LOCKED_SCORE } from '#domain/keywords/competition';
import { defaultMetric } from '#domain/catalog/metrics';
import { summaryGrowth } from '#domain/catalog/pages/entity-summaries';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type Day, MINUTES_PER_DAY } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import { MAX_FREE_PAGES, MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';
import { prefixQuery } from '#server/database/prefix-query';
import { timedCache } from '#server/cache/timed-cache';
import { tablesOf } from '#server/database/catalog-tables';
import { decodeSeries, historyColumnsSql, type StoredHistory } from '#server/database/history/history-sql';
import { Postgres } from '#server/database/postgres';

const TOPICS_TTL_MS = 10 * MINUTE_MS;

/** The pins whose topics are counted: all of a large catalog would take seconds. */
const MAX_COUNTED_PINS = 50_000;
/** More than a tile shows, since other tiles may show the same ones. */
const MAX_FOUND_PICTURES = 4 * MAX_TOPIC_PICTURES;
/** The keywords that are looked at, whose season may be over. */
const MAX_CONSIDERED_KEYWORDS = 40;

const topicsSql = `
  with top as (select _id, row_number() over (order by saves desc nulls last, _id) position from pin_metrics order by saves desc nulls last, _id limit ${MAX_COUNTED_PINS})
  select topic, count(*)::int pins,
    coalesce((array_agg(p.image_url order by position) filter (where p.searchable and p.image_url is not null))[:${MAX_FOUND_PICTURES}], '{}') pictures
  from top join pins p using (_id) cross join lateral unnest(lower_ascii(p.topics)) topic
  where topic <> '' group by topic order by pins desc, topic limit ${MAX_SUGGESTED_TOPICS}`;

/** What user $1 watches, with its history. */
const readingsSql = entityTypes
  .map((entity) => {
    const { text, metrics, histories } = tablesOf(variantOf[entity]);
    return `
    select '${entity}' entity, i.entity_id, i.title, t.searchable is not true is_gone, m.${summaryGrowth[entity]} growth, ${historyColumnsSql(entity, 'h.key')}
    from (select item.entity_id, min(item.title) title from watchlists w join watched_items item on item.watchlist_id = w._id
      where w.user_id = $1 and item.entity = '${entity}' group by 1) i
    left join ${text} t on t._id = i.entity_id left join ${metrics} m on m._id = t._id left join ${histories} h on h._id = t._id`;
  })
  .join(' union all ');

const alertsSql = 'select count(*)::int alerts from alerts where user_id = $1 and created_at >= to_timestamp($2::float8 * 86400)';

const linkedSitesSql = `select count(*)::int accounts, coalesce(array_agg(website_url order by linked_at, _id) filter (where website_url is not null), '{}') websites
  from linked_accounts where user_id = $1`;

/** The pins with these hosts $1, or of the influencer with user name $2. */
export const ownPinsSql = `
  select count(p._id)::int pins, sum(m.saves)::float8 saves, coalesce((array_agg(p._id order by m.saves desc nulls last, p._id) filter (where p._id is not null))[:${MAX_TODAY_ROWS}], '{}') top,
    coalesce(min(named._id), mode() within group (order by p.pinner_id)) pinner
  from (select (select _id from pinners where lower(username collate "C") = $2 order by _id limit 1) _id) named
  left join pins p on (lower(p.domain collate "C") = any($1) or p.pinner_id = named._id) and p.searchable
  left join pin_metrics m on m._id = p._id`;

const mostPinsSql = (column: string) => `coalesce((select array_agg(id order by pins desc, id) from (
    select ${column} id, count(*) pins from topical where ${column} is not null group by 1 order by pins desc, 1 limit ${2 * MAX_TODAY_ROWS}) most), '{}')`;
/** The owners and boards of pins with one of the topics $1. */
export const ownersSql = `
  with topical as (select board_id, pinner_id from pins where lower_ascii(topics) && $1 and searchable limit ${MAX_COUNTED_PINS})
  select ${mostPinsSql('board_id')} boards, ${mostPinsSql('pinner_id')} pinners`;

/** Keywords with the words of a topic (as many as the free pages show) or, with `isRelated`, that are related to a topic's keyword. */
const keywordsSql = (isRelated: boolean) => `
  select key from (
    select distinct k._id key, k.${isRelated ? 'opportunity' : 'momentum'} worth, k.pins
    from (
      select found._id from unnest($1::text[]) query cross join lateral (
        select _id from keyword_ranks where words @@ query::tsquery order by by_pins limit ${MAX_FREE_PAGES * MAX_FREE_PER_PAGE}) found
      ${isRelated ? 'union select unnest(related) from keywords where _id = any($2)' : ''}
    ) candidate join keywords k using (_id) where k.competition < ${MIN_LOCKED_SCORE}
  ) open order by worth desc nulls last, pins desc, key limit ${MAX_CONSIDERED_KEYWORDS}`;

type WatchedRow = Omit<WatchedReadings, 'before' | 'current' | 'read_on'> & StoredHistory;

/** The last known reading of the default metric, and the last one up to a day. */
function readingsAround(entity: EntityType, history: StoredHistory, since: Day): Pick<WatchedReadings, 'before' | 'current' | 'read_on'> {
  const { at, counts } = decodeSeries(entity, history);
  const values = counts[defaultMetric[entity]] ?? [];
  const current = values.findLastIndex((value) => value !== null);
  const before = values.findLastIndex((value, index) => value !== null && at[index]! < (since + 1) * MINUTES_PER_DAY);
  const readAt = at[current];
  return {
    before: values[before] ?? null,
    current: values[current] ?? null,
    read_on: readAt === undefined ? null : Math.floor(readAt / MINUTES_PER_DAY),
  };
}

/** Reads what is specific to one user's page, in sets. */
@Injectable()
export class TodayReads {
  readonly #cachedTopics = timedCache(TOPICS_TTL_MS, async () => (await this.postgres.pool.query<TopicCandidate>(topicsSql)).rows);

  constructor(private readonly postgres: Postgres) {}

  /** Returns the topics that most of the most saved pins have, with their pictures; at most ten minutes old. */
  listTopics(): Promise<readonly TopicCandidate[]> {
    return this.#cachedTopics('topics');
  }

  /** Returns everything that a user watches, once each, with its readings around a day. */
  async listReadings(userId: string, since: Day): Promise<readonly WatchedReadings[]> {
    const { rows } = await this.postgres.pool.query<WatchedRow>(readingsSql, [userId]);
    return rows.map(({ sealed, open, ...row }) => ({ ...row, ...readingsAround(row.entity, { sealed, open }, since) }));
  }

  /** Returns how many alerts a user got after a day. */
  async countAlerts(userId: string, since: Day): Promise<number> {
    return (await this.postgres.pool.query<{ alerts: number }>(alertsSql, [userId, since])).rows[0]?.alerts ?? 0;
  }

  /** Returns the linked accounts of a user. */
  async listLinkedSites(userId: string): Promise<LinkedSites> {
    const { rows } = await this.postgres.pool.query<LinkedSites & object>(linkedSitesSql, [userId]);
    return rows[0] ?? { accounts: 0, websites: [] };
  }

  /** Returns the pins that lead to one of these hosts, or those of the influencer with this user name. */
  async findOwnPins(hosts: readonly string[], username: string | null): Promise<OwnPins> {
    const { rows } = await this.postgres.pool.query<OwnPins & object>(ownPinsSql, [hosts, username]);
    return rows[0] ?? { pins: 0, saves: null, top: [], pinner: null };
  }

  /** Returns the boards and the influencers with the most pins of these topics, for where they have no topics themselves. */
  async listOwners(topics: readonly string[]) {
    const { rows } = await this.postgres.pool.query<{ boards: readonly string[]; pinners: readonly string[] }>(ownersSql, [topics]);
    return rows[0] ?? { boards: [], pinners: [] };
  }

  /** Returns the keys of keywords that are not locked, the best opportunity first, without `isRelated` the highest momentum. */
  async listKeywords({ words, keys, isRelated }: TopicKeywordSearch): Promise<readonly string[]> {
    const queries = words.filter((all) => all.length > 0).map(prefixQuery);
    const { rows } = await this.postgres.pool.query<{ key: string }>(keywordsSql(isRelated), isRelated ? [queries, keys] : [queries]);
    return rows.map(({ key }) => key);
  }
}
