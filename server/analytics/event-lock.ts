/**
 * Who stores events holds this lock shared until they are committed; who asks up to which event everything is stored takes it alone for
 * a moment. Ids are given inside, so that whatever is committed later has a higher id and a later time.
 */
const LOCK = 7_305_113;

/** To be asked first in a transaction that stores events. */
export const storing = `select pg_advisory_xact_lock_shared(${LOCK})`;

/** To be asked first in a transaction that must see every event up to the newest id. */
export const seeingAll = `select pg_advisory_xact_lock(${LOCK})`;
