import { Injectable, Logger } from '@nestjs/common';
import type { DueRule, DueRules, EvaluatedRules } from '#domain/watching/alerts/alerts';
import { judgeFigures, type NewAlert } from '#domain/watching/alerts/rules';
import { Catalog } from '#domain/catalog/catalog';
import { entityOf } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import type { LockScope } from '#domain/jobs/lock-scope';
import { hasEntitlement } from '#domain/subscriptions/entitlements';
import { parseSavedSearch } from '#server/watching/manage-saved-searches';
import { DueAlertRules } from '#server/watching/postgres/due-alert-rules';

/** Turns alert rules into alerts, once after each recompute; in between there is nothing to do. */
@Injectable()
export class EvaluateAlerts {
  readonly #logger = new Logger('alerts');

  constructor(
    private readonly dueRules: DueAlertRules,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  /** Returns how many alerts were written. */
  run(scope: LockScope): Promise<number> {
    const now = this.clock.now();
    return this.dueRules.evaluate(scope, now, (due) => this.#evaluate(due, now));
  }

  async #evaluate({ rules, figures, scoredAt }: DueRules, now: Date): Promise<EvaluatedRules> {
    const premiumRules = new Set(rules.filter(({ owner }) => hasEntitlement(owner, 'alerts')).map(({ _id }) => _id));
    const judged = judgeFigures(rules, figures, (id) => premiumRules.has(id));
    const evaluatedUntil = new Map(rules.map(({ _id }) => [_id, now]));
    const searchAlerts: NewAlert[] = [];
    for (const rule of rules) {
      if (rule.search === null) continue;
      const newCount = premiumRules.has(rule._id) ? await this.#countNew(rule, rule.search, scoredAt) : 0;
      // Rows that cannot be counted today are counted with the next day's.
      evaluatedUntil.set(rule._id, newCount === null ? rule.evaluated_until : scoredAt);
      const entity = entityOf[rule.search.variant];
      if (newCount) searchAlerts.push({ rule_id: rule._id, entity, entity_id: '', title: rule.search.name, value: newCount });
    }
    return { matches: judged.matches, alerts: [...judged.alerts, ...searchAlerts], evaluatedUntil };
  }

  /** Null for a search that takes too long or is no longer possible: one rule must not hold up all others. */
  async #countNew({ evaluated_until }: DueRule, { variant, query }: NonNullable<DueRule['search']>, until: Date): Promise<number | null> {
    try {
      return await this.catalog.countAddedSince(variant, parseSavedSearch(variant, query), evaluated_until, until);
    } catch (error) {
      this.#logger.warn(`A search of ${variant} could not be counted: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}
