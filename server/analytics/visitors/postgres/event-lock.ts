/**
 * Who stores events holds this lock shared until they are committed; who asks up to which event everything is stored takes it alone for
 * a moment. Ids are given inside, so that whatever is committed later has a higher id and a later time.
 */
const EVENT_STORE_LOCK_ID = 7_305_113;

/** To be asked first in a transaction that stores events. */
export const storeLockSql = `select pg_advisory_xact_lock_shared(${EVENT_STORE_LOCK_ID})`;

/** To be asked first in a transaction that must see every event up to the newest id. */
export const highWaterMarkLockSql = `select pg_advisory_xact_lock(${EVENT_STORE_LOCK_ID})`;
