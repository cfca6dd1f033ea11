import { type EntityManager, QueryFailedError } from 'typeorm';
import { Conflict, NotSignedIn } from '#domain/errors';
import { userSchema } from '#server/database/schema/auth.schema';

const UNIQUE_VIOLATION = '23505';

/** Serializes additions per user, so that counts are exact until the row is inserted. */
export async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  const user = await manager.findOne(userSchema, { select: { id: true }, where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  if (!user) throw new NotSignedIn();
}

/** Does a write, and throws `Conflict` with the sentence if it would repeat a name. */
export async function refuseKnownName<T>(sentence: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const isKnown = error instanceof QueryFailedError && (error.driverError as { code?: unknown }).code === UNIQUE_VIOLATION;
    throw isKnown ? new Conflict(sentence) : error;
  }
}
