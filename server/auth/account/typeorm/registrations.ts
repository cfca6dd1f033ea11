import { type EntityManager, In, IsNull } from 'typeorm';
import type { RegistrationEmails } from '#domain/auth/account/accounts';
import type { StoredCode } from '#domain/auth/account/codes';
import { insertCode } from '#server/auth/account/typeorm/codes';
import { codeSchema, type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** What the table `users` has for an address: its account, if one is confirmed, and whether there is any row. */
export async function findAddress(
  manager: EntityManager,
  email: string,
): Promise<{ readonly accountId: string | null; readonly isKnown: boolean }> {
  const row = await manager.findOne(userSchema, {
    select: { id: true, is_confirmed: true },
    where: { email },
    order: { is_confirmed: 'DESC', created_at: 'DESC' },
  });
  return { accountId: row?.is_confirmed ? row.id : null, isKnown: row !== null };
}

/**
 * Stores the code of a registration and queues its email. If the address has an account, the code is unusable and the email is for the
 * owner; both cases run the same statements, so that they take the same time.
 */
export async function issueConfirmationCode(
  manager: EntityManager,
  userId: string,
  accountId: string | null,
  code: StoredCode,
  emails: RegistrationEmails | null,
  now: Date,
): Promise<void> {
  await insertCode(manager, userId, code, now, accountId === null ? null : now);
  if (emails) await queueEmails(manager, [accountId === null ? emails.confirmation(userId) : emails.knownAddress(accountId)], now);
}

/** Locks all rows of a user's address, so that only one of several concurrent confirmations wins. Lock them before any code. */
export async function lockAddressOf(manager: EntityManager, userId: string): Promise<readonly Pick<UserRow, 'id' | 'is_confirmed'>[]> {
  const user = await manager.findOne(userSchema, { select: { id: true, email: true }, where: { id: userId } });
  if (!user) return [];
  return manager.find(userSchema, {
    select: { id: true, is_confirmed: true },
    where: { email: user.email },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Confirms a registration and invalidates all confirmation codes of its address; returns false when the address has an account meanwhile. */
export async function confirmRegistration(manager: EntityManager, userId: string, now: Date): Promise<boolean> {
  const rows = await lockAddressOf(manager, userId);
  if (rows.length === 0 || rows.some(({ id, is_confirmed }) => is_confirmed && id !== userId)) return false;
  await manager.update(userSchema, { id: userId }, { is_confirmed: true });
  await manager.update(codeSchema, { user_id: In(rows.map(({ id }) => id)), purpose: 'confirm', used_at: IsNull() }, { used_at: now });
  return true;
}
