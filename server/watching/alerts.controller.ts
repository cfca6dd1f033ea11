import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { Alerts, AlertsToMark } from '#domain/watching/alerts/contract';
import { markAlertsRead } from '#domain/watching/alerts/endpoints';
import { Clock } from '#domain/clock';
import type { SignedInUser } from '#domain/auth/user';
import { ManageAlerts } from '#server/watching/manage-alerts';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { StoredAlerts } from '#server/watching/postgres/alerts';

/** The user's own alerts. */
@Controller('api/users/me/alerts')
export class AlertsController {
  constructor(
    private readonly manageAlerts: ManageAlerts,
    private readonly alerts: StoredAlerts,
    private readonly clock: Clock,
  ) {}

  @Get()
  list(@SignedIn() user: SignedInUser): Promise<Alerts> {
    return this.manageAlerts.list(user);
  }

  @Post('read')
  @HttpCode(204)
  markRead(@SignedIn() user: SignedInUser, @Body(new Parse(markAlertsRead.body, 'body')) { alert_ids }: AlertsToMark): Promise<void> {
    return this.alerts.markRead(user.id, alert_ids, this.clock.now());
  }
}
