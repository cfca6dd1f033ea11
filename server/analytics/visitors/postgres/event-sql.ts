/**
 * Writers hold this advisory lock shared until commit; the aggregator takes it exclusively for a moment to read a safe high-water mark.
 * Ids are assigned while the lock is held, so an event that commits later has a higher id and a later time.
 */
const EVENT_STORE_LOCK_ID = 7_305_113;

/** Must be the first statement of a transaction that stores events. */
export const storeLockSql = `select pg_advisory_xact_lock_shared(${EVENT_STORE_LOCK_ID})`;

/** Must be the first statement of a transaction that has to see every event up to the newest id. */
export const highWaterMarkLockSql = `select pg_advisory_xact_lock(${EVENT_STORE_LOCK_ID})`;

/** The events after one id, through another. */
export interface EventIdRange {
  readonly afterId: number;
  readonly throughId: number;
}

/** An SQL expression: the UTC day of an event. */
export const eventDaySql = `(at at time zone 'UTC')::date - date '1970-01-01'`;

/** An SQL expression: the first instant of a day. */
export const startOfDaySql = (day: string): string => `timestamptz '1970-01-01 00:00:00Z' + ${day} * interval '24 hours'`;
