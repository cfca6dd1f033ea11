import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase, PoolClient } from 'pg';
import { ALERT_RETENTION_DAYS, type DueRule, type DueRules, type EvaluatedRules, type StoredAlert } from '#domain/watching/alerts/alerts';
import type { ItemFigure, ItemMatch } from '#domain/watching/alerts/rules';
import { viewerOf } from '#domain/auth/viewer';
import { entityTypes } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import type { DueUser } from '#domain/mail/optional-emails';
import { premiumSubscriptions } from '#domain/subscriptions/parse-stored-subscription';
import {
  figuresSql,
  FORGET_ENDED_MATCHES,
  FORGET_OLD_ALERTS,
  INSERT_ALERTS,
  KEEP_MATCHES,
  MARK_EVALUATED,
  SCORED,
  TAKE_DUE_RULES,
} from '#server/watching/postgres/alert-sql';
import { CONFIG } from '#server/config/config';
import { paymentProvider, type PaymentSettings } from '#server/config/providers';
import { Postgres } from '#server/database/postgres';
import { inBatches } from '#server/database/transaction';
import { queueDueEmails } from '#server/mail/postgres/queue-due-emails';

/** The fields of alert `a`, with the search that its rule is still about. */
const ALERT_FIELDS = `a._id, a.entity, nullif(a.entity_id, '') entity_id, a.title, a.measure, a.direction, a.threshold, a.period,
    a."value", a.day, a.read_at is not null is_read, case when a.entity_id = '' then (
      select json_build_object('variant', q.variant, 'query', q.query) from alert_rules r join saved_searches q on q._id = r.saved_search_id
      where r._id = a.rule_id) end search`;

/** The last $2 alerts of user $1. */
const LIST_ALERTS = `
  select ${ALERT_FIELDS}
  from alerts a where a.user_id = $1 order by a.created_at desc, a._id limit $2`;

const MARK_READ = 'update alerts set read_at = $3 where user_id = $1 and _id = any($2) and read_at is null';

/** Marks the alerts of users $1 that no email had, each from the time in $2 on at which its user switched the email on, as sent at $3. */
export const TAKE_UNSENT_ALERTS = `
  with due as (select * from unnest($1::uuid[], $2::timestamptz[]) due (user_id, since)), taken as (
    update alerts a set emailed_at = $3 from due
    where a.user_id = due.user_id and a.created_at >= due.since and a.emailed_at is null returning a.*)
  select a.user_id, ${ALERT_FIELDS} from taken a order by a.created_at desc, a._id`;

type AlertOfUser = StoredAlert & { readonly user_id: string };

type DueRuleRow = Omit<DueRule, 'owner'> & {
  readonly role_id: number;
  readonly is_confirmed: boolean;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
};

/** The alerts of users. */
@Injectable()
export class StoredAlerts {
  readonly #countsSandboxSubscriptions: boolean;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) config: PaymentSettings,
  ) {
    this.#countsSandboxSubscriptions = paymentProvider(config) === 'sandbox';
  }

  /** Returns a user's last alerts, newest first. */
  async listFor(userId: string, limit: number): Promise<readonly StoredAlert[]> {
    return (await this.postgres.pool.query<StoredAlert & Record<string, unknown>>(LIST_ALERTS, [userId, limit])).rows;
  }

  /** Marks a user's alerts as read; others are ignored. */
  async markRead(userId: string, ids: readonly string[], now: Date): Promise<void> {
    await this.postgres.pool.query(MARK_READ, [userId, ids, now]);
  }

  /**
   * Evaluates the rules not yet evaluated since the last recompute, in batches of one transaction each, and deletes the old alerts of their
   * users. A rule is evaluated once per day of scores, and each of its alerts is written once, also when the job runs twice, concurrently, or
   * is interrupted. Returns how many alerts this call wrote.
   */
  evaluateDue(scope: LockScope, now: Date, evaluate: (due: DueRules) => Promise<EvaluatedRules>): Promise<number> {
    return inBatches(this.postgres.jobPoolIn(scope), async (client) => {
      const { rows: scored } = await client.query<{ day: Day | null; at: Date | null }>(SCORED);
      const { day = null, at = null } = scored[0] ?? {};
      const rules = day === null ? [] : await this.#takeDueRules(client, day, now);
      if (day === null || rules.length === 0) return null;
      const ids = rules.map(({ _id }) => _id);
      const figures = await readFigures(client, ids);
      return writeEvaluated(client, ids, await evaluate({ rules, figures, scoredAt: at ?? now }), day, now);
    });
  }

  async #takeDueRules(client: ClientBase, day: Day, now: Date): Promise<readonly DueRule[]> {
    const { rows } = await client.query<DueRuleRow>(TAKE_DUE_RULES, [day]);
    return rows.map(({ role_id, is_confirmed, subscriptions, ...rule }) => {
      const is_premium = premiumSubscriptions(subscriptions, now, this.#countsSandboxSubscriptions).length > 0;
      return { ...rule, owner: viewerOf({ role_id, is_confirmed, is_premium }) };
    });
  }

  /**
   * Queues one email for each confirmed user who has these emails on. `compose` makes it of the alerts that no email has named yet, newest
   * first, or returns null for none. A user gets at most one a day, and each alert once, also when the job runs twice, concurrently, or is
   * interrupted. Returns how many emails this call queued.
   */
  queueEmails(
    scope: LockScope,
    dueDayIn: (timeZone: string) => Day,
    now: Date,
    compose: (user: DueUser, alerts: readonly StoredAlert[]) => Email | null,
  ): Promise<number> {
    const emailsTo = async (client: PoolClient, users: readonly DueUser[]) => {
      const values = [users.map(({ id }) => id), users.map(({ since }) => since), now];
      const { rows } = await client.query<AlertOfUser & Record<string, unknown>>(TAKE_UNSENT_ALERTS, values);
      const alertsByUser = Map.groupBy<string, AlertOfUser>(rows, ({ user_id }) => user_id);
      return users.flatMap((user) => compose(user, alertsByUser.get(user.id) ?? []) ?? []);
    };
    return queueDueEmails(this.postgres, scope, { kind: 'alerts', dueDayIn, emailsTo }, now);
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
  await client.query(MARK_EVALUATED, [[...evaluatedUntil.keys()], [...evaluatedUntil.values()], day]);
  await client.query(FORGET_OLD_ALERTS, [ruleIds, day - ALERT_RETENTION_DAYS]);
  return rowCount ?? 0;
}
