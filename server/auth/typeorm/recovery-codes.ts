import type { EntityManager } from 'typeorm';
import { hasSecondFactor } from '#server/auth/account/typeorm/accounts';
import { recoveryCodesSchema } from '#server/database/schema/auth.schema';
import { insertIfNew } from '#server/database/typeorm/insert-if-new';

/** Stores the recovery codes of an account that has none; false, and nothing stored, if it has some. */
export const addRecoveryCodes = (manager: EntityManager, userId: string, hashes: readonly string[]): Promise<boolean> =>
  insertIfNew(manager, recoveryCodesSchema, { user_id: userId, hashes: [...hashes] });

/** Removes the recovery codes of an account that has no second factor left. */
export async function removeUnneededRecoveryCodes(manager: EntityManager, userId: string): Promise<void> {
  if (!(await hasSecondFactor(manager, userId))) await manager.delete(recoveryCodesSchema, { user_id: userId });
}
