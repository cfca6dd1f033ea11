import { eventMeasures } from '#domain/analytics/watching/alerts/rules';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';
import { defaultMetric, type Period, periods, scoreColumnOf, DEFAULT_LIST_PERIOD } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';

const RULES_PER_BATCH = 100;

/** The day of the scores, and when they were published. */
export const SCORED = 'select min(scored_day) "day", max(scored_at) "at" from catalog_stats';

/**
 * Takes the next rules that the scores of day $1 are news to; those that another instance evaluates are left to it. Their users are locked
 * first, as the deletion of an account does, so that neither waits for the other with half its work done.
 */
export const TAKE_DUE_RULES = `
  select r._id id, r.user_id, r.evaluated_until, u.role_id, u.is_confirmed, q.name, q.variant, q.query,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions
  from alert_rules r join users u on u.id = r.user_id left join saved_searches q on q._id = r.saved_search_id
  where r.evaluated_day < $1 order by r.evaluated_day limit ${RULES_PER_BATCH}
  for key share of u skip locked for update of r skip locked`;

/** Rules $1 about lists and items are evaluated with the scores of day $2, and items that were added up to $3. */
export const MARK_EVALUATED = `update alert_rules set evaluated_day = $2, evaluated_until = $3 where _id = any($1)`;

/** The search rule $1 is evaluated with the scores of day $2, and rows that were added up to $3. */
export const MARK_SEARCH_EVALUATED = `update alert_rules set evaluated_day = $2, evaluated_until = greatest(evaluated_until, $3)
  where _id = $1`;

const growthSql = (entity: EntityType): string => {
  const cases = periods.map((period: Period) => `when '${period}' then ${scoreColumnOf(entity, defaultMetric[entity], period) + 1}`);
  return `s.growth[case r.period ${cases.join(' ')} end]`;
};

/** The days between a board's last change and our last look at it. */
const staleSql = (entity: EntityType): string =>
  entity === 'board'
    ? `(t.last_crawled_at at time zone 'UTC')::date - (m.board_order_modified_at at time zone 'UTC')::date`
    : 'null::integer';

/** The day of a gain that is one jump, 0 for a steady one; null while nothing is known of it. */
const JUMP_DAY = `case when m.jump_share > ${MAX_STEADY_SHARE} then m.jumped_on when m.jump_share is not null then 0 end`;

/** The items that rule `r` is about. */
const ITEMS_OF_RULE = `(
  select * from watched_items where watchlist_id = r.watchlist_id union all select * from watched_items where _id = r.watched_item_id)`;

const eventList = eventMeasures.map((measure) => `'${measure}'`).join(', ');

/**
 * Evaluates the rules $1 about lists and items for the items of one kind, with the scores of day $3, at the time $4. What matches now replaces what
 * matched before; what began to match is an alert of the rules $2, unless rule or item are new. An unknown figure changes nothing.
 */
export function evaluateSql(entity: EntityType): string {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const momentum = `s.score[${scoreColumnOf(entity, defaultMetric[entity], DEFAULT_LIST_PERIOD) + 1}]::float8`;
  return `
    with figures as (
      select r._id rule_id, r.user_id, r.measure, r.direction, r.threshold, r.period, i.entity_id, i.title,
        r._id = any($2) and r.evaluated_day >= 0 and i.added_at <= r.evaluated_until is_known,
        case r.measure when 'growth' then ${growthSql(entity)} when 'momentum' then ${momentum}
          when 'count' then m.${defaultMetric[entity]}::float8 when 'stale' then (${staleSql(entity)})::float8
          when 'jump' then (${JUMP_DAY})::float8 when 'gone' then (t.searchable is not true)::integer::float8 end "value"
      from alert_rules r join lateral ${ITEMS_OF_RULE} i on i.entity = '${entity}'
        left join ${text} t on t._id = i.entity_id left join ${metrics} m on m._id = t._id left join ${scores} s on s._id = t._id
      where r._id = any($1)
    ), judged as materialized (
      select *, case when measure in (${eventList}) then "value" > 0
        when direction = 'above' then "value" >= threshold else "value" <= threshold end meets from figures
    ), ended as (
      delete from alert_matches x where x.rule_id = any($1) and x.entity = '${entity}' and not exists (
        select from judged j where j.rule_id = x.rule_id and j.entity_id = x.entity_id and j.meets is not false)
    ), begun as (
      insert into alert_matches (rule_id, entity, entity_id) select rule_id, '${entity}', entity_id from judged where meets
      on conflict do nothing returning rule_id, entity_id
    )
    insert into alerts (user_id, rule_id, day, entity, entity_id, title, measure, direction, threshold, period, "value", created_at)
    select j.user_id, rule_id, $3, '${entity}', entity_id, j.title, j.measure, j.direction, j.threshold, j.period, j."value", $4
    from begun join judged j using (rule_id, entity_id) where j.is_known
    on conflict (rule_id, day, entity, entity_id) do nothing`;
}

/** The alert of search rule $1 on day $2: its rows of entity $3, the name $4 of the search, their number $5, at the time $6. */
export const INSERT_SEARCH_ALERT = `
  insert into alerts (user_id, rule_id, day, entity, entity_id, title, measure, direction, threshold, period, "value", created_at)
  select user_id, _id, $2, $3, '', $4, measure, direction, threshold, period, $5, $6 from alert_rules where _id = $1
  on conflict (rule_id, day, entity, entity_id) do nothing`;

/** Forgets the alerts of users $1 from before day $2. */
export const FORGET_OLD_ALERTS = `delete from alerts where user_id = any($1) and day < $2`;
