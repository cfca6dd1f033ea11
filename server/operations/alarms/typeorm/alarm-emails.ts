import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { dayOf } from '#domain/days';
import { alarmEmail, EmailBranding } from '#domain/mail/emails';
import type { Alarm, EmailedAlarmKind } from '#domain/operations/alarms';
import { userSchema } from '#server/database/schema/auth.schema';
import { alarmEmailSchema } from '#server/database/schema/operations.schema';
import { insertIfNew } from '#server/database/typeorm/writes';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** Longer than clocks of instances can differ. */
const RETENTION_DAYS = 30;

/** The emails of alarms to administrators. */
@Injectable()
export class AlarmEmails {
  constructor(
    private readonly dataSource: DataSource,
    private readonly branding: EmailBranding,
  ) {}

  /**
   * Queues an email with the alarms of one kind to every administrator, unless one of that kind was queued on the same UTC day by any
   * instance. Returns how many were queued.
   */
  queueOncePerDay(kind: EmailedAlarmKind, alarms: readonly Alarm[], now: Date): Promise<number> {
    const day = dayOf(now);
    return this.dataSource.transaction(async (manager) => {
      if (!(await insertIfNew(manager, alarmEmailSchema, { kind, day }))) return 0;
      await manager.delete(alarmEmailSchema, { kind, day: LessThan(day - RETENTION_DAYS) });
      const administrators = await manager.find(userSchema, {
        select: { id: true, email: true },
        where: { role_id: ADMIN_ROLE, is_confirmed: true },
        order: { id: 'ASC' },
      });
      const emails = administrators.map(({ id, email }) => alarmEmail(this.branding.contextFor(email, id), kind, alarms));
      await queueEmails(manager, emails, now);
      return emails.length;
    });
  }
}
