import { DeadlineExpired } from '#server/database/request-deadline';

/** A connection to the database could not be opened, for whatever reason. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** pg reports a statement that was not answered within `query_timeout` by this message only. */
export const isReadTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** pg reports that no connection of a pool became free in time by this message only. */
const isConnectTimeout = (error: unknown): boolean =>
  error instanceof DatabaseUnreachable && error.message === 'timeout exceeded when trying to connect';

/** A lock was not available within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === '55P03';

/**
 * SQLSTATE classes and codes, and codes of the system: connection failures, a standby that became the primary or the reverse, an idle
 * transaction that was ended, serialization failures, missing resources such as disk space, operator intervention, system errors, and locks.
 */
const TEMPORARY_CODES = /^(08|25006|25P03|40|53|57|58|55000|55P03|ECONN|ETIMEDOUT|EPIPE)/;

/** SQLSTATE `disk_full`, and `read_only_sql_transaction`: what a database says that was made read-only because its disk is full. */
const REFUSED_WRITE_CODES: ReadonlySet<unknown> = new Set(['53100', '25006']);

/** Whether the database refused a write that it may accept later. It still answers reads. */
export const refusesWrites = (error: unknown): boolean => REFUSED_WRITE_CODES.has((error as { code?: unknown }).code);

/** Failures that pg and TypeORM report by a message only: each says that the connection ended. */
const LOST_CONNECTION = /Connection terminated|Client was closed|connection error and is not queryable|Query runner already released/;

/** Whether a request took too long: beyond its deadline, or the limit of a statement, of the wait for a lock, or of the wait for a connection. */
export const isTooSlow = (error: unknown): boolean =>
  error instanceof DeadlineExpired ||
  isReadTimeout(error) ||
  isConnectTimeout(error) ||
  isLockTimeout(error) ||
  (error as { code?: unknown }).code === '57014';

/** Whether the database was unreachable, too slow, full, or shutting down, or aborted the transaction for another one, so that a retry makes sense. */
export function isTemporaryFailure(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable || error instanceof DeadlineExpired || isReadTimeout(error)) return true;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return TEMPORARY_CODES.test(String(code)) || LOST_CONNECTION.test(String(message)) || isReadTimeout((error as Error).cause);
}
