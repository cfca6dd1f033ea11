import { Body, Controller, Param } from '@nestjs/common';
import type { AlertRule, AlertRuleInput, AlertRules, Alerts, AlertsToMark } from '#domain/watching/alerts/contract';
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  listAlerts,
  markAlertsRead,
} from '#domain/watching/alerts/endpoints';
import { Clock } from '#domain/clock';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageAlerts } from '#server/watching/manage-alerts';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { StoredAlerts } from '#server/watching/postgres/alerts';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';

const ruleId = new Parse(changeAlertRule.params.id, 'id');

/** The user's own alerts, and their rules. */
@Controller()
export class AlertsController {
  constructor(
    private readonly manageAlerts: ManageAlerts,
    private readonly alerts: StoredAlerts,
    private readonly rules: StoredAlertRules,
    private readonly clock: Clock,
  ) {}

  @Handles(listAlerts)
  list(@SignedIn() user: SignedInUser): Promise<Alerts> {
    return this.manageAlerts.list(user);
  }

  @Handles(markAlertsRead)
  markRead(@SignedIn() user: SignedInUser, @Body(new Parse(markAlertsRead.body)) { alert_ids }: AlertsToMark): Promise<void> {
    return this.alerts.markRead(user.id, alert_ids, this.clock.now());
  }

  @Handles(listAlertRules)
  listRules(@SignedIn() user: SignedInUser): Promise<AlertRules> {
    return this.manageAlerts.listRules(user);
  }

  @Handles(createAlertRule)
  createRule(@SignedIn() user: SignedInUser, @Body(new Parse(createAlertRule.body)) rule: AlertRuleInput): Promise<AlertRule> {
    return this.manageAlerts.createRule(user, rule);
  }

  @Handles(changeAlertRule)
  changeRule(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(changeAlertRule.body)) rule: AlertRuleInput,
    @Param('id', ruleId) id: string,
  ): Promise<AlertRule> {
    return this.manageAlerts.changeRule(user, id, rule);
  }

  @Handles(deleteAlertRule)
  removeRule(@SignedIn() user: SignedInUser, @Param('id', ruleId) id: string): Promise<void> {
    return this.rules.remove(user.id, id);
  }
}
