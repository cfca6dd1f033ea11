import { type EntityManager, type EntitySchema, type ObjectLiteral, QueryFailedError } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { NotSignedIn, Conflict } from '#domain/errors';
import { userSchema } from '#server/database/schema/auth.schema';

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

/** Locks the user until the transaction ends, so that counts of what they own are exact until a row is inserted. */
export async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  const user = await manager.findOne(userSchema, { select: { id: true }, where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  if (!user) throw new NotSignedIn();
}

/** Inserts a row unless one has its key; returns whether it did. */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  row: QueryDeepPartialEntity<Row>,
): Promise<boolean> {
  const insert = manager.createQueryBuilder().insert().into(schema).values(row).orIgnore().updateEntity(false);
  return ((await insert.returning('true').execute()).raw as readonly unknown[]).length === 1;
}
