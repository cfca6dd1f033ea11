import { Controller } from '@nestjs/common';
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  listAlerts,
  markAlertsRead,
} from '#domain/watching/alerts/endpoints';
import { Clock } from '#domain/clock';
import { ManageAlerts } from '#server/watching/manage-alerts';
import { Handles, type Received } from '#server/http/handles';
import { StoredAlerts } from '#server/watching/postgres/alerts';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';

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
  list({ user }: Received<typeof listAlerts>) {
    return this.manageAlerts.list(user);
  }

  @Handles(markAlertsRead)
  markRead({ user, body: { alert_ids } }: Received<typeof markAlertsRead>) {
    return this.alerts.markRead(user.id, alert_ids, this.clock.now());
  }

  @Handles(listAlertRules)
  listRules({ user }: Received<typeof listAlertRules>) {
    return this.manageAlerts.listRules(user);
  }

  @Handles(createAlertRule)
  createRule({ user, body: rule }: Received<typeof createAlertRule>) {
    return this.manageAlerts.createRule(user, rule);
  }

  @Handles(changeAlertRule)
  changeRule({ user, params: { id }, body: rule }: Received<typeof changeAlertRule>) {
    return this.manageAlerts.changeRule(user, id, rule);
  }

  @Handles(deleteAlertRule)
  removeRule({ user, params: { id } }: Received<typeof deleteAlertRule>) {
    return this.rules.remove(user.id, id);
  }
}
