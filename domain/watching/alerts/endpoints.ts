import {
  AlertRule,
  AlertRuleId,
  AlertRuleInput,
  AlertRules,
  Alerts,
  AlertsToMark,
  MAX_SHOWN_ALERTS,
} from '#domain/watching/alerts/contract';
import { premiumWatchLimits } from '#domain/watching/watch-limits';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

const readLimits = [perUser('alerts', 60, MINUTE_MS)];
const writeLimits = [perUser('alert-rules', 60, MINUTE_MS)];
const noRule = 'You have no such alert rule.';
const noTarget = 'You have no such watchlist, watched item, or saved search.';
const premiumOnly = 'Alert rules are part of Premium.';

export const listAlertRules = endpoint('GET /users/me/alert-rules', {
  summary: 'Lists your alert rules.',
  isReadableByKey: true,
  limits: readLimits,
  response: AlertRules,
  returns: 'The rules, oldest first, and how many you may have. Without Premium they stay, but tell you nothing.',
});

export const createAlertRule = endpoint('POST /users/me/alert-rules', {
  summary: 'Creates an alert rule. It tells you what changes from the next recompute on, not what is so already.',
  limits: writeLimits,
  body: AlertRuleInput,
  response: AlertRule,
  returns: 'The new rule.',
  errors: {
    premium_required: premiumOnly,
    not_found: noTarget,
    not_possible: `You have as many rules as your plan allows: ${premiumWatchLimits.alertRules} with Premium.`,
  },
});

export const changeAlertRule = endpoint('PATCH /users/me/alert-rules/:id', {
  summary: 'Replaces an alert rule, which begins again.',
  limits: writeLimits,
  params: { id: AlertRuleId },
  body: AlertRuleInput,
  response: AlertRule,
  returns: 'The changed rule.',
  errors: { premium_required: premiumOnly, not_found: `${noRule} Or: ${noTarget}` },
});

export const deleteAlertRule = endpoint('DELETE /users/me/alert-rules/:id', {
  summary: 'Deletes an alert rule; its alerts stay.',
  limits: writeLimits,
  params: { id: AlertRuleId },
  errors: { not_found: noRule },
});

export const listAlerts = endpoint('GET /users/me/alerts', {
  summary: `Lists your last ${MAX_SHOWN_ALERTS} alerts.`,
  isReadableByKey: true,
  limits: readLimits,
  response: Alerts,
  returns: 'The alerts, newest first, and how many of them are unread.',
});

export const markAlertsRead = endpoint('POST /users/me/alerts/read', {
  summary: 'Marks alerts as read.',
  limits: readLimits,
  body: AlertsToMark,
});
