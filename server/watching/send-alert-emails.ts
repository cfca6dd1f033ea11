import { Injectable } from '@nestjs/common';
import { alertEmail } from '#domain/watching/alerts/alert-email';
import { Clock } from '#domain/clock';
import type { LockScope } from '#domain/jobs/lock-scope';
import { EmailBranding } from '#domain/mail/email-branding';
import { lastMorning, optionalEmailToken } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { StoredAlerts } from '#server/watching/postgres/alerts';

/** Queues the daily emails of alerts. */
@Injectable()
export class SendAlertEmails {
  constructor(
    private readonly alerts: StoredAlerts,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
    private readonly clock: Clock,
  ) {}

  /** Returns how many emails were queued. */
  run(scope: LockScope): Promise<number> {
    const now = this.clock.now();
    return this.alerts.queueEmails(
      scope,
      (timeZone) => lastMorning(now, timeZone),
      now,
      ({ id, email, locale }, alerts) => {
        const token = optionalEmailToken(this.secrets, 'alerts', id);
        return alertEmail({ ...this.emailBranding.contextFor(email, id, locale), token }, alerts);
      },
    );
  }
}
