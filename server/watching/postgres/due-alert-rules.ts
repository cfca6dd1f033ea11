import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { ALERT_RETENTION_DAYS, type DueRule, type DueRules, type EvaluatedRules } from '#domain/watching/alerts/alerts';
import type { ItemFigure, ItemMatch, Measure } from '#domain/watching/alerts/rules';
import { viewerOf } from '#domain/auth/viewer';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';
import { defaultMetric, type Period, periods, scoreColumnOf, DEFAULT_LIST_PERIOD } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import { premiumSubscriptions } from '#domain/subscriptions/subscription';
import { CONFIG, paymentProvider, type PaymentSettings } from '#server/config/config';
import { tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { inBatches } from '#server/database/transaction';

const RULES_PER_BATCH = 100;

/** The day of the scores, and when they were published. */
const SCORED = 'select min(scored_day) "day", max(scored_at) "at" from catalog_stats';

/**
 * Locks the next rules not yet evaluated for day $1, or evaluated for a later one by a clock that was ahead; those that another instance
 * evaluates are left to it. Their users are locked first, as the deletion of an account does, so that neither waits for the other with half its work done.
 */
export const TAKE_DUE_RULES = `
  select r._id, r.measure, r.direction, r.threshold, r.period, r.evaluated_until, u.role_id, u.is_confirmed,
    case when q._id is not null then json_build_object('name', q.name, 'variant', q.variant, 'query', q.query) end search,
    (select json_agg(to_jsonb(p)) from subscriptions p where p.user_id = u.id) subscriptions
  from alert_rules r join users u on u.id = r.user_id left join saved_searches q on q._id = r.saved_search_id
  where r.evaluated_day < $1 or r.evaluated_day > $1 order by r.evaluated_day limit ${RULES_PER_BATCH}
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
const FORGET_ENDED_MATCHES = `
  delete from alert_matches x where x.rule_id = any($1) and not exists (
    select 1 from unnest($2::uuid[], $3::text[], $4::text[]) m (rule_id, entity, entity_id)
    where m.rule_id = x.rule_id and m.entity = x.entity and m.entity_id = x.entity_id)`;

/** Keeps that entities of kinds $2 and ids $3 match the rules $1. */
const KEEP_MATCHES = `
  insert into alert_matches (rule_id, entity, entity_id) select * from unnest($1::uuid[], $2::text[], $3::text[]) on conflict do nothing`;

/** Writes the alerts of the rules $1 about entities of kinds $2 and ids $3, with titles $4 and figures $5, for day $6 at the time $7. */
const INSERT_ALERTS = `
  insert into alerts (user_id, rule_id, day, entity, entity_id, title, measure, direction, threshold, period, "value", created_at)
  select r.user_id, r._id, $6, n.entity, n.entity_id, n.title, r.measure, r.direction, r.threshold, r.period, n."value", $7
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::float8[]) n (rule_id, entity, entity_id, title, "value")
    join alert_rules r on r._id = n.rule_id
  on conflict (rule_id, day, entity, entity_id) do nothing`;

/** Marks the rules $1 as evaluated with the scores of day $3, and with what was added up to the times $2; none is later than now, $4. */
const MARK_EVALUATED = `
  update alert_rules r set evaluated_day = $3, evaluated_until = greatest(least(r.evaluated_until, $4), n.until)
  from unnest($1::uuid[], $2::timestamptz[]) n (rule_id, until) where r._id = n.rule_id`;

/** Forgets the alerts of the users of rules $1 from before day $2. */
const FORGET_OLD_ALERTS = `
  delete from alerts where user_id in (select user_id from alert_rules where _id = any($1)) and day < $2`;

type DueRuleRow = Omit<DueRule, 'owner'> & {
  readonly role_id: number;
  readonly is_confirmed: boolean;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
};

/** The alert rules that are due, with their figures. */
@Injectable()
export class DueAlertRules {
  readonly #countsSandboxSubscriptions: boolean;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) config: PaymentSettings,
  ) {
    this.#countsSandboxSubscriptions = paymentProvider(config) === 'sandbox';
  }

  /**
   * Evaluates the rules not yet evaluated since the last recompute, in batches of one transaction each, and deletes the old alerts of their
   * users. A rule is evaluated once per day of scores, and each of its alerts is written once, also when the job runs twice, concurrently, or
   * is interrupted. Returns how many alerts this call wrote.
   */
  evaluate(scope: LockScope, now: Date, judge: (due: DueRules) => Promise<EvaluatedRules>): Promise<number> {
    return inBatches(this.postgres.jobPoolIn(scope), async (client) => {
      const { rows: scored } = await client.query<{ day: Day | null; at: Date | null }>(SCORED);
      const { day = null, at = null } = scored[0] ?? {};
      const rules = day === null ? [] : await this.#takeDueRules(client, day, now);
      if (day === null || rules.length === 0) return null;
      const ids = rules.map(({ _id }) => _id);
      const figures = await readFigures(client, ids);
      return writeEvaluated(client, ids, await judge({ rules, figures, scoredAt: at ?? now }), day, now);
    });
  }

  async #takeDueRules(client: ClientBase, day: Day, now: Date): Promise<readonly DueRule[]> {
    const { rows } = await client.query<DueRuleRow>(TAKE_DUE_RULES, [day]);
    return rows.map(({ role_id, is_confirmed, subscriptions, ...rule }) => {
      const is_premium = premiumSubscriptions(subscriptions, now, this.#countsSandboxSubscriptions).length > 0;
      return { ...rule, owner: viewerOf({ role_id, is_confirmed, is_premium }) };
    });
  }
}

async function readFigures(client: ClientBase, ruleIds: readonly string[]): Promise<readonly ItemFigure[]> {
  const figures: ItemFigure[] = [];
  for (const entity of entityTypes)
    for (const figure of (await client.query<ItemFigure & Record<string, unknown>>(figuresSql(entity), [ruleIds])).rows)
      figures.push(figure);
  return figures;
}

/** Rules, kinds, and ids, as arrays that a statement unnests. */
const columnsOf = (items: readonly ItemMatch[]) =>
  [items.map(({ rule_id }) => rule_id), items.map(({ entity }) => entity), items.map(({ entity_id }) => entity_id)] as const;

async function writeEvaluated(
  client: ClientBase,
  ruleIds: readonly string[],
  { matches, alerts, evaluatedUntil }: EvaluatedRules,
  day: Day,
  now: Date,
): Promise<number> {
  await client.query(FORGET_ENDED_MATCHES, [ruleIds, ...columnsOf(matches)]);
  await client.query(KEEP_MATCHES, [...columnsOf(matches)]);
  const texts = [alerts.map(({ title }) => title), alerts.map(({ value }) => value)] as const;
  const { rowCount } = await client.query(INSERT_ALERTS, [...columnsOf(alerts), ...texts, day, now]);
  await client.query(MARK_EVALUATED, [[...evaluatedUntil.keys()], [...evaluatedUntil.values()], day, now]);
  await client.query(FORGET_OLD_ALERTS, [ruleIds, day - ALERT_RETENTION_DAYS]);
  return rowCount ?? 0;
}
