import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import { codeSchema } from '#server/database/schema/auth.schema';

export const isUnusedCode = (codeHash: string, purpose: CodePurpose, now: Date) => ({
  code_hash: codeHash,
  purpose,
  used_at: IsNull(),
  expires_at: MoreThan(now),
});

/** Stores a new code and invalidates the older ones of its purpose. */
export async function replaceCode(manager: EntityManager, userId: string, code: StoredCode, now: Date): Promise<void> {
  await invalidateCodes(manager, userId, code.purpose, now);
  await insertCode(manager, userId, code, now, null);
}

export async function insertCode(
  manager: EntityManager,
  userId: string,
  { hash, purpose, expires_at }: StoredCode,
  now: Date,
  usedAt: Date | null,
): Promise<void> {
  await manager.insert(codeSchema, { code_hash: hash, user_id: userId, purpose, created_at: now, expires_at, used_at: usedAt });
}

/** Consumes the code and returns its user; null for an invalid code. A single update, so that one of several concurrent uses wins. */
export async function consumeCode(manager: EntityManager, codeHash: string, purpose: CodePurpose, now: Date): Promise<string | null> {
  const { raw } = await manager
    .createQueryBuilder()
    .update(codeSchema)
    .set({ used_at: now })
    .where(isUnusedCode(codeHash, purpose, now))
    .returning(['user_id'])
    .execute();
  const [code] = raw as readonly { readonly user_id: string }[];
  return code?.user_id ?? null;
}

export async function invalidateCodes(manager: EntityManager, userId: string, purpose: CodePurpose, now: Date): Promise<void> {
  await manager.update(codeSchema, { user_id: userId, purpose, used_at: IsNull() }, { used_at: now });
}
