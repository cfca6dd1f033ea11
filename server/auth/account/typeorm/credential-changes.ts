import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';
import type { StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { type Account, confirmRegistration, lockAddressOf } from '#server/auth/account/typeorm/accounts';
import { consumeCode, insertCode, invalidateCodes, isUnusedCode, replaceCode } from '#server/auth/account/typeorm/codes';
import { lockUserOfSession } from '#server/auth/typeorm/sessions';
import { codeSchema, oauthGrantSchema, sessionSchema, userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema } from '#server/database/schema/linked-accounts.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** Writes the email of a registration: to who made it, or to the owner of the account that its address has (`isKnown`). */
export type WriteEmail = (userId: string, isKnown: boolean) => Email;

/** A new password and the notification of the change. */
export interface NewPassword {
  readonly password_hash: string;
  readonly notificationEmail: Email | null;
  /** The session in which the password was chosen: it is signed out, but keeps its referral data. */
  readonly session_hash: string | null;
}

/** Registrations, new passwords, and the emailed codes of both. Each method is one transaction, including the emails it queues. */
@Injectable()
export class CredentialChanges {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Adds a registration, an unconfirmed account; `isRepeat` if its address had an account or a registration before. If it has an account,
   * the code is unusable; both cases run the same statements. `writeEmail` is null when the address has received enough of them.
   */
  register({ email, password_hash }: Pick<Account, 'email' | 'password_hash'>, code: StoredCode, writeEmail: WriteEmail | null, now: Date) {
    return this.dataSource.transaction(async (manager) => {
      const { accountId, isRepeat } = await findAddress(manager, email);
      const { identifiers } = await manager.insert(userSchema, { email, password_hash, is_repeat: isRepeat, created_at: now });
      const { id } = identifiers[0] as { readonly id: string };
      await issueConfirmationCode(manager, id, accountId, code, writeEmail, now);
      return { id, isRepeat };
    });
  }

  /** Replaces the code of a registration and queues an email as `register` does. */
  renew(userId: string, code: StoredCode, writeEmail: WriteEmail | null, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { email } = await manager.findOneOrFail(userSchema, { select: { id: true, email: true }, where: { id: userId } });
      const { accountId } = await findAddress(manager, email);
      await invalidateCodes(manager, userId, 'confirm', now);
      await issueConfirmationCode(manager, userId, accountId, code, writeEmail, now);
    });
  }

  /**
   * Consumes the code and confirms its registration; returns false when the code has been used or the address has an account meanwhile.
   * The codes of the address's other registrations become unusable.
   */
  confirmByCode(codeHash: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const code = await manager.findOneBy(codeSchema, isUnusedCode(codeHash, 'confirm', now));
      if (!code) return false;
      await lockAddressOf(manager, code.user_id);
      return (await consumeCode(manager, codeHash, 'confirm', now)) !== null && confirmRegistration(manager, code.user_id, now);
    });
  }

  /** Stores a new code, invalidates the older ones of its purpose, and queues the email. Does nothing for a user who was deleted meanwhile. */
  replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await manager.findOne(userSchema, { select: { id: true }, where: { id: userId }, lock: { mode: 'for_key_share' } }))) return;
      await replaceCode(manager, userId, code, now);
      await queueEmails(manager, [email], now);
    });
  }

  /**
   * Consumes the code and sets the password; returns false when the code has been used meanwhile. Ends all sessions, disconnects all
   * assistants, and confirms the address. Accounts that were linked before the address was confirmed are removed: anyone may have linked them.
   */
  resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const userId = await consumeCode(manager, codeHash, 'reset', now);
      if (userId === null) return false;
      if (!(await manager.existsBy(userSchema, { id: userId, is_confirmed: true }))) {
        await manager.delete(linkedAccountSchema, { user_id: userId });
        if (!(await confirmRegistration(manager, userId, now))) return false;
      }
      await setPassword(manager, userId, newPassword, now);
      return true;
    });
  }

  /** Sets the password, ends all sessions, and disconnects all assistants. Throws `NotSignedIn` if the session of the request has ended. */
  changePassword(userId: string, newPassword: NewPassword, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      // Codes before the user, as with a reset, so that neither waits for the other with half its work done.
      await invalidateCodes(manager, userId, 'reset', now);
      await lockUserOfSession(manager, userId, newPassword.session_hash ?? '');
      await setPassword(manager, userId, newPassword, now);
    });
  }
}

/** What the table `users` has for an address: its account, if one is confirmed, and whether there is any row. */
async function findAddress(manager: EntityManager, email: string) {
  const row = await manager.findOne(userSchema, {
    select: { id: true, is_confirmed: true },
    where: { email },
    order: { is_confirmed: 'DESC', created_at: 'DESC' },
  });
  return { accountId: row?.is_confirmed ? row.id : null, isRepeat: row !== null };
}

/**
 * Stores the code of a registration and queues its email. If the address has an account, the code is unusable and the email is for the
 * owner; both cases run the same statements, so that they take the same time.
 */
async function issueConfirmationCode(
  manager: EntityManager,
  userId: string,
  accountId: string | null,
  code: StoredCode,
  writeEmail: WriteEmail | null,
  now: Date,
): Promise<void> {
  await insertCode(manager, userId, code, now, accountId === null ? null : now);
  if (writeEmail) await queueEmails(manager, [writeEmail(accountId ?? userId, accountId !== null)], now);
}

/** Sets the password, ends all sessions, disconnects all assistants, and invalidates the codes that reset it. */
async function setPassword(manager: EntityManager, userId: string, newPassword: NewPassword, now: Date): Promise<void> {
  const { password_hash, notificationEmail: email, session_hash } = newPassword;
  await invalidateCodes(manager, userId, 'reset', now);
  await manager.update(userSchema, { id: userId }, { password_hash, password_changed_at: now });
  const others = session_hash === null ? {} : { token_hash: Not(session_hash) };
  await manager.delete(sessionSchema, [
    { user_id: userId, ...others },
    { pending_user_id: userId, ...others },
  ]);
  if (session_hash !== null) {
    const own = [
      { token_hash: session_hash, user_id: userId },
      { token_hash: session_hash, pending_user_id: userId },
    ];
    await manager.update(sessionSchema, own, { user_id: null, pending_user_id: null, registering: false });
  }
  await manager.delete(oauthGrantSchema, { user_id: userId });
  if (email) await queueEmails(manager, [email], now);
}
