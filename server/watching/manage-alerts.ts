import { Injectable } from '@nestjs/common';
import type { RuleToStore, StoredAlert, StoredRule } from '#domain/watching/alerts/alerts';
import {
  type Alert,
  type AlertRule,
  type AlertRuleInput,
  type AlertRules,
  type Alerts,
  MAX_SHOWN_ALERTS,
} from '#domain/watching/alerts/contract';
import { conditionOf } from '#domain/watching/alerts/rules';
import { alertPath, alertSentence, ruleSentence } from '#domain/watching/alerts/sentences';
import { watchLimitsOf } from '#domain/watching/watch-limits';
import { type SignedInUser, viewerOf } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { dayLabel } from '#domain/days';
import { NotFound } from '#domain/errors';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';
import { StoredAlerts } from '#server/watching/postgres/alerts';

/** A user's alert rules, and the alerts that came of them. */
@Injectable()
export class ManageAlerts {
  constructor(
    private readonly rules: StoredAlertRules,
    private readonly alerts: StoredAlerts,
    private readonly clock: Clock,
  ) {}

  async listRules(user: SignedInUser): Promise<AlertRules> {
    return { rules: (await this.rules.listFor(user.id)).map(toRuleView), limit: watchLimitsOf(viewerOf(user)).alertRules };
  }

  async createRule(user: SignedInUser, input: AlertRuleInput): Promise<AlertRule> {
    requireEntitlement(viewerOf(user), 'alerts');
    const limit = watchLimitsOf(viewerOf(user)).alertRules;
    const created = await this.rules.create(user.id, toRule(input), limit, this.clock.now());
    if (!created) throw new NotFound(`This ${targetNoun(input)} no longer exists.`);
    return toRuleView(created);
  }

  async changeRule(user: SignedInUser, id: string, input: AlertRuleInput): Promise<AlertRule> {
    requireEntitlement(viewerOf(user), 'alerts');
    return toRuleView(await this.rules.change(user.id, id, toRule(input), this.clock.now()));
  }

  async list(user: SignedInUser): Promise<Alerts> {
    const alerts = (await this.alerts.listFor(user.id, MAX_SHOWN_ALERTS)).map(toAlertView);
    return { alerts, unread_count: alerts.filter(({ is_read }) => !is_read).length };
  }
}

function targetNoun({ watchlist_id, watched_item_id }: AlertRuleInput): string {
  if (watchlist_id !== undefined) return 'watchlist';
  return watched_item_id === undefined ? 'saved search' : 'item of a watchlist';
}

const toRule = (input: AlertRuleInput): RuleToStore => ({
  ...conditionOf(input),
  watchlist_id: input.watchlist_id ?? null,
  watched_item_id: input.watched_item_id ?? null,
  saved_search_id: input.saved_search_id ?? null,
});

const toRuleView = (rule: StoredRule): AlertRule => ({ ...rule, sentence: ruleSentence(rule) });

const toAlertView = (alert: StoredAlert): Alert => ({
  _id: alert._id,
  entity: alert.entity,
  entity_id: alert.entity_id,
  title: alert.title,
  text: alertSentence(alert),
  path: alertPath(alert),
  day: dayLabel(alert.day),
  is_read: alert.is_read,
});
