import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { AlertRule, AlertRuleInput, AlertRules } from '#domain/watching/alerts/contract';
import { changeAlertRule, createAlertRule } from '#domain/watching/alerts/endpoints';
import type { SignedInUser } from '#domain/auth/user';
import { ManageAlerts } from '#server/watching/manage-alerts';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';

const ruleId = new Parse(changeAlertRule.params.id, 'id');

/** The user's own alert rules. */
@Controller('api/users/me/alert-rules')
export class AlertRulesController {
  constructor(
    private readonly alerts: ManageAlerts,
    private readonly rules: StoredAlertRules,
  ) {}

  @Get()
  list(@SignedIn() user: SignedInUser): Promise<AlertRules> {
    return this.alerts.listRules(user);
  }

  @Post()
  @HttpCode(200)
  create(@SignedIn() user: SignedInUser, @Body(new Parse(createAlertRule.body, 'body')) rule: AlertRuleInput): Promise<AlertRule> {
    return this.alerts.createRule(user, rule);
  }

  @Patch(':id')
  change(
    @SignedIn() user: SignedInUser,
    @Body(new Parse(changeAlertRule.body, 'body')) rule: AlertRuleInput,
    @Param('id', ruleId) id: string,
  ): Promise<AlertRule> {
    return this.alerts.changeRule(user, id, rule);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@SignedIn() user: SignedInUser, @Param('id', ruleId) id: string): Promise<void> {
    return this.rules.remove(user.id, id);
  }
}
