import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { AlertRule, AlertRuleInput, AlertRules, Alerts, AlertsToMark } from '#domain/watching/alerts/contract';
import { changeAlertRule, createAlertRule, markAlertsRead } from '#domain/watching/alerts/endpoints';
import { Clock } from '#domain/clock';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageAlerts } from '#server/watching/manage-alerts';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { StoredAlerts } from '#server/watching/postgres/alerts';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';

const ruleId = new Parse(changeAlertRule.params.id, 'id');

/** The user's own alerts, and their rules. */
@Controller('api/users/me')
export class AlertsController {
  constructor(
    private readonly manageAlerts: ManageAlerts,
    private readonly alerts: StoredAlerts,
    private readonly rules: StoredAlertRules,
    private readonly clock: Clock,
  ) {}

  @Get('alerts')
  list(@SignedIn() user: SignedInUser): Promise<Alerts> {
    return this.manageAlerts.list(user);
  }

  @Post('alerts/read')
  @HttpCode(204)
  markRead(@SignedIn() user: SignedInUser, @Body(new Parse(markAlertsRead.body, 'body')) { alert_ids }: AlertsToMark): Promise<void> {
    return this.alerts.markRead(user.id, alert_ids, this.clock.now());
  }

  @Get('alert-rules')
  listRules(@SignedIn() user: SignedInUser): Promise<AlertRules> {
    return this.manageAlerts.listRules(user);
  }

  @Post('alert-rules')
  @HttpCode(200)
  createRule(@SignedIn() user: SignedInUser, @Body(new Parse(createAlertRule.body, 'body')) rule: AlertRuleInput): Promise<AlertRule> {
    return this.manageAlerts.createRule(user, rule);
  }

  @Patch('alert-rules/:id')
  changeRule(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(changeAlertRule.body, 'body')) rule: AlertRuleInput,
    @Param('id', ruleId) id: string,
  ): Promise<AlertRule> {
    return this.manageAlerts.changeRule(user, id, rule);
  }

  @Delete('alert-rules/:id')
  @HttpCode(204)
  removeRule(@SignedIn() user: SignedInUser, @Param('id', ruleId) id: string): Promise<void> {
    return this.rules.remove(user.id, id);
  }
}
