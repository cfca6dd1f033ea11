import { QueryFailedError } from 'typeorm';
import { Conflict } from '#domain/errors';

const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because its row would repeat the key of another one. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: unknown }).code === UNIQUE_VIOLATION;

/** Does a write, and throws `Conflict` with the sentence if it would repeat a name. */
export async function refuseKnownName<T>(sentence: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new Conflict(sentence) : error;
  }
}
