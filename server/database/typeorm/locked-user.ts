import type { EntityManager } from 'typeorm';
import { NotSignedIn } from '#domain/errors';
import { userSchema } from '#server/database/schema/auth.schema';

/** Locks the user until the transaction ends, so that counts of what they own are exact until a row is inserted. */
export async function lockUser(manager: EntityManager, userId: string): Promise<void> {
  const user = await manager.findOne(userSchema, { select: { id: true }, where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  if (!user) throw new NotSignedIn();
}
