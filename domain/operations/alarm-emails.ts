import type { Alarm, EmailedAlarmKind } from '#domain/operations/alarms';

/** The emails of alarms to administrators. */
export abstract class AlarmEmails {
  /**
   * Queues an email with the alarms of one kind to every administrator, unless one of that kind was queued on the same UTC day by any
   * instance. Returns how many were queued.
   */
  abstract queueOncePerDay(kind: EmailedAlarmKind, alarms: readonly Alarm[], now: Date): Promise<number>;
}
