import { type EntityManager, IsNull, Not } from 'typeorm';
import { passkeySchema, recoveryCodesSchema, secondFactorSchema } from '#server/database/schema/auth.schema';

/** Stores the recovery codes of an account that has none; false, and nothing stored, if it has some. */
export async function addRecoveryCodes(manager: EntityManager, userId: string, hashes: readonly string[]): Promise<boolean> {
  const values = { user_id: userId, hashes: [...hashes] };
  const insert = manager.createQueryBuilder().insert().into(recoveryCodesSchema).values(values).orIgnore().returning(['user_id']);
  return ((await insert.execute()).raw as readonly unknown[]).length === 1;
}

/** Removes the recovery codes of an account that has no second factor left. */
export async function removeUnneededRecoveryCodes(manager: EntityManager, userId: string): Promise<void> {
  if (!(await hasSecondFactor(manager, userId))) await manager.delete(recoveryCodesSchema, { user_id: userId });
}

/** Whether an account has a confirmed authenticator app or a passkey. */
export async function hasSecondFactor(manager: EntityManager, userId: string): Promise<boolean> {
  return (
    (await manager.existsBy(secondFactorSchema, { user_id: userId, confirmed_at: Not(IsNull()) })) ||
    manager.existsBy(passkeySchema, { user_id: userId })
  );
}
