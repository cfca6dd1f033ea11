import type { Measure } from '#domain/watching/alerts/rules';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';
import { defaultMetric, type Period, periods, scoreColumnOf, DEFAULT_LIST_PERIOD } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';

const RULES_PER_BATCH = 100;

/** The day of the scores, and when they were published. */
export const SCORED = 'select min(scored_day) "day", max(scored_at) "at" from catalog_stats';

/**
 * Locks the next rules not yet evaluated for day $1; those that another instance evaluates are left to it. Their users are locked
 * first, as the deletion of an account does, so that neither waits for the other with half its work done.
 */
export const TAKE_DUE_RULES = `
  select r._id, r.measure, r.direction, r.threshold, r.period, r.evaluated_until, u.role_id, u.is_confirmed,
    case when q._id is not null then json_build_object('name', q.name, 'variant', q.variant, 'query', q.query) end search,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions
  from alert_rules r join users u on u.id = r.user_id left join saved_searches q on q._id = r.saved_search_id
  where r.evaluated_day < $1 order by r.evaluated_day limit ${RULES_PER_BATCH}
  for key share of u skip locked for update of r skip locked`;

const growthSql = (entity: EntityType): string => {
  const cases = periods.map((period: Period) => `when '${period}' then ${scoreColumnOf(entity, defaultMetric[entity], period) + 1}`);
  return `s.growth[case r.period ${cases.join(' ')} end]`;
};

/** The day of a gain that is one jump, 0 for a steady one; null while nothing is known of it. */
const JUMP_DAY = `case when m.jump_share > ${MAX_STEADY_SHARE} then m.jumped_on when m.jump_share is not null then 0 end`;

/** The figure of each measure, from an entity's texts `t`, metrics `m`, and scores `s`. */
const figureOf: Readonly<Record<Exclude<Measure, 'new_match'>, (entity: EntityType) => string>> = {
  growth: growthSql,
  momentum: (entity) => `s.score[${scoreColumnOf(entity, defaultMetric[entity], DEFAULT_LIST_PERIOD) + 1}]`,
  count: (entity) => `m.${defaultMetric[entity]}`,
  // The days between a board's last change and our last look at it.
  stale: (entity) =>
    entity === 'board'
      ? `(m.last_crawled_at at time zone 'UTC')::date - (m.board_order_modified_at at time zone 'UTC')::date`
      : 'null::integer',
  jump: () => JUMP_DAY,
  gone: () => '(t.searchable is not true)::integer',
};

/** The items that rule `r` is about. */
const ITEMS_OF_RULE = `(
  select * from watched_items where watchlist_id = r.watchlist_id union all select * from watched_items where _id = r.watched_item_id)`;

/** The figures that the rules $1 about lists and items look at, of the items of one kind, with what was known of rule and item. */
export function figuresSql(entity: EntityType): string {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const figures = Object.entries(figureOf).map(([measure, sql]) => `when '${measure}' then (${sql(entity)})::float8`);
  return `
    select r._id rule_id, '${entity}' entity, i.entity_id, i.title,
      case r.measure ${figures.join(' ')} end figure,
      r.evaluated_day >= 0 and i.added_at <= r.evaluated_until "isKnown", x.rule_id is not null "didMatch"
    from alert_rules r join lateral ${ITEMS_OF_RULE} i on i.entity = '${entity}'
      left join alert_matches x on x.rule_id = r._id and x.entity = i.entity and x.entity_id = i.entity_id
      left join ${text} t on t._id = i.entity_id left join ${metrics} m on m._id = t._id left join ${scores} s on s._id = t._id
    where r._id = any($1)`;
}

/** Forgets what matched the rules $1 and is not among the rules $2, kinds $3, and ids $4 of what matches them now. */
export const FORGET_ENDED_MATCHES = `
  delete from alert_matches x where x.rule_id = any($1) and not exists (
    select 1 from unnest($2::uuid[], $3::text[], $4::text[]) m (rule_id, entity, entity_id)
    where m.rule_id = x.rule_id and m.entity = x.entity and m.entity_id = x.entity_id)`;

/** Keeps that entities of kinds $2 and ids $3 match the rules $1. */
export const KEEP_MATCHES = `
  insert into alert_matches (rule_id, entity, entity_id) select * from unnest($1::uuid[], $2::text[], $3::text[]) on conflict do nothing`;

/** Writes the alerts of the rules $1 about entities of kinds $2 and ids $3, with titles $4 and figures $5, for day $6 at the time $7. */
export const INSERT_ALERTS = `
  insert into alerts (user_id, rule_id, day, entity, entity_id, title, measure, direction, threshold, period, "value", created_at)
  select r.user_id, r._id, $6, n.entity, n.entity_id, n.title, r.measure, r.direction, r.threshold, r.period, n."value", $7
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::float8[]) n (rule_id, entity, entity_id, title, "value")
    join alert_rules r on r._id = n.rule_id
  on conflict (rule_id, day, entity, entity_id) do nothing`;

/** Marks the rules $1 as evaluated with the scores of day $3, and with what was added up to the times $2. */
export const MARK_EVALUATED = `
  update alert_rules r set evaluated_day = $3, evaluated_until = greatest(r.evaluated_until, n.until)
  from unnest($1::uuid[], $2::timestamptz[]) n (rule_id, until) where r._id = n.rule_id`;

/** Forgets the alerts of the users of rules $1 from before day $2. */
export const FORGET_OLD_ALERTS = `
  delete from alerts where user_id in (select user_id from alert_rules where _id = any($1)) and day < $2`;
