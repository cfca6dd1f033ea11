import { Injectable } from '@nestjs/common';
import { lastDueMonday, weeklyEmail } from '#domain/watching/weekly-email';
import { Clock } from '#domain/clock';
import type { LockScope } from '#domain/jobs/lock-scope';
import { EmailBranding } from '#domain/mail/emails';
import { optionalEmailToken, lastMorning } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { WeeklyEmails } from '#server/watching/postgres/weekly-emails';
import { alertEmail } from '#domain/watching/alerts/alert-email';
import { StoredAlerts } from '#server/watching/postgres/alerts';

/**
 * Queues the weekly emails on Monday mornings. It runs every hour, since that is when the morning begins somewhere: a user is handled once
 * per week, so the other days only make up for a Monday on which no server ran.
 */
@Injectable()
export class SendWeeklyEmails {
  constructor(
    private readonly weeklyEmails: WeeklyEmails,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
    private readonly clock: Clock,
    /** The hosts that pictures may come from. */
    private readonly imageHosts: readonly string[],
  ) {}

  /** Returns how many emails were queued. */
  run(scope: LockScope): Promise<number> {
    const now = this.clock.now();
    const dueMondayIn = (timeZone: string) => lastDueMonday(now, timeZone);
    return this.weeklyEmails.enqueue(scope, dueMondayIn, now, ({ id, email, locale }, watched, monday) => {
      const token = optionalEmailToken(this.secrets, 'weekly', id);
      return weeklyEmail({ ...this.emailBranding.contextFor(email, id, locale), token, monday, imageHosts: this.imageHosts }, watched);
    });
  }
}

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
