import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { AlertEvaluation, CountNewRows } from '#domain/analytics/watching/alerts/alerts';
import { entityOf, entityTypes, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import { hasEntitlement } from '#domain/subscriptions/entitlements';
import { premiumSubscriptions } from '#domain/subscriptions/parse-stored-subscription';
import {
  evaluateSql,
  FORGET_OLD_ALERTS,
  INSERT_SEARCH_ALERT,
  MARK_EVALUATED,
  MARK_SEARCH_EVALUATED,
  SCORED,
  TAKE_DUE_RULES,
} from '#server/analytics/watching/postgres/alert-sql';
import { CONFIG } from '#server/config/config';
import { paymentProvider, type PaymentSettings } from '#server/config/providers';
import { Postgres } from '#server/database/postgres';
import { inBatches } from '#server/database/transaction';

/** How long alerts are kept. */
const ALERT_RETENTION_DAYS = 90;

interface SearchOfRule {
  readonly name: string;
  readonly variant: Variant;
  readonly query: string;
}

type DueRule = {
  readonly id: string;
  readonly user_id: string;
  readonly evaluated_until: Date;
  readonly role_id: number;
  readonly is_confirmed: boolean;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
} & (SearchOfRule | { readonly [name in keyof SearchOfRule]: null });

type SearchRule = DueRule & SearchOfRule;

/** What the rules of a batch are evaluated with. */
interface Evaluation {
  readonly day: Day;
  /** When the scores were published; imports do not write meanwhile, so that all rows from before are there. */
  readonly scoredAt: Date;
  readonly now: Date;
}

/** Evaluates rules in batches: the alerts of a batch, what matches now, and the mark of its rules are one transaction. */
@Injectable()
export class PostgresAlertEvaluation implements AlertEvaluation {
  readonly #countsSandboxSubscriptions: boolean;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) config: PaymentSettings,
  ) {
    this.#countsSandboxSubscriptions = paymentProvider(config) === 'sandbox';
  }

  evaluateDue(scope: LockScope, now: Date, countNewRows: CountNewRows): Promise<number> {
    return inBatches(this.postgres.jobPoolIn(scope), (client) => this.#evaluateBatch(client, now, countNewRows));
  }

  /** Returns the number of alerts; null when no rule is due. */
  async #evaluateBatch(client: PoolClient, now: Date, countNewRows: CountNewRows): Promise<number | null> {
    const { rows: scored } = await client.query<{ day: Day | null; at: Date | null }>(SCORED);
    const { day = null, at = null } = scored[0] ?? {};
    if (day === null) return null;
    const { rows } = await client.query<DueRule>(TAKE_DUE_RULES, [day]);
    if (rows.length === 0) return null;
    const evaluation = { day, scoredAt: at ?? now, now };
    const isPremium = (rule: DueRule) => this.#isPremium(rule, now);
    const listRules = rows.filter(({ query }) => query === null);
    let alertCount = await evaluateLists(client, evaluation, listRules, listRules.filter(isPremium));
    for (const rule of rows.filter((row): row is SearchRule => row.query !== null))
      alertCount += await evaluateSearch(client, evaluation, rule, isPremium(rule) ? countNewRows : () => Promise.resolve(0));
    await client.query(FORGET_OLD_ALERTS, [rows.map(({ user_id }) => user_id), day - ALERT_RETENTION_DAYS]);
    return alertCount;
  }

  #isPremium({ role_id, is_confirmed, subscriptions }: DueRule, now: Date): boolean {
    const is_premium = premiumSubscriptions(subscriptions, now, this.#countsSandboxSubscriptions).length > 0;
    return hasEntitlement({ kind: 'user', user: { role_id, is_confirmed, is_premium } }, 'alerts');
  }
}

async function evaluateLists(
  client: PoolClient,
  { day, now }: Evaluation,
  rules: readonly DueRule[],
  telling: readonly DueRule[],
): Promise<number> {
  const ids = rules.map(({ id }) => id);
  let alertCount = 0;
  for (const entity of entityTypes)
    alertCount += (await client.query(evaluateSql(entity), [ids, telling.map(({ id }) => id), day, now])).rowCount ?? 0;
  await client.query(MARK_EVALUATED, [ids, day, now]);
  return alertCount;
}

/** Rows that cannot be counted today are counted with the next day's. */
async function evaluateSearch(
  client: PoolClient,
  { day, scoredAt, now }: Evaluation,
  { id, name, variant, query, evaluated_until }: SearchRule,
  countNewRows: CountNewRows,
): Promise<number> {
  const newCount = await countNewRows({ variant, query, after: evaluated_until, until: scoredAt });
  await client.query(MARK_SEARCH_EVALUATED, [id, day, newCount === null ? evaluated_until : scoredAt]);
  if (newCount === null || newCount === 0) return 0;
  return (await client.query(INSERT_SEARCH_ALERT, [id, day, entityOf[variant], name, newCount, now])).rowCount ?? 0;
}
