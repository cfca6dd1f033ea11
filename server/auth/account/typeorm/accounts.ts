import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, Not } from 'typeorm';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { consumeCode, invalidateCodes, isUnusedCode, replaceCode } from '#server/auth/account/typeorm/codes';
import { confirmRegistration } from '#server/auth/account/typeorm/registrations';
import { hasSecondFactor } from '#server/auth/typeorm/recovery-codes';
import { codeSchema, sessionSchema, type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema } from '#server/database/schema/linked-accounts.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** An account with the fields that signing in needs. Its address is normalized; its hash is null until a password is chosen. */
export type Account = Pick<UserRow, 'id' | 'email' | 'password_hash' | 'role_id' | 'is_confirmed'>;

const accountColumns = { id: true, email: true, password_hash: true, role_id: true, is_confirmed: true } as const;

/** A new password and the notification of the change. */
export interface NewPassword {
  readonly password_hash: string;
  readonly notificationEmail: Email | null;
  /** The session in which the password was chosen: it is signed out, but keeps its referral data. */
  readonly session_hash: string | null;
}

/**
 * The user accounts. An address may have any number of unconfirmed ones, each of them a registration with its own password and code; at
 * most one is ever confirmed. Each method is one transaction, including the emails it queues, and expects normalized addresses.
 */
@Injectable()
export class Accounts {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the confirmed account of an address. */
  findConfirmed(email: string): Promise<Account | null> {
    return this.#findOne({ email, is_confirmed: true });
  }

  /** Returns the account that a password reset for this address is for: the confirmed one, else the newest registration. */
  findForReset(email: string): Promise<Account | null> {
    return this.#findOne({ email });
  }

  findById(id: string): Promise<Account | null> {
    return this.#findOne({ id });
  }

  /** Returns the account of an unused, unexpired code, else null. */
  async findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null> {
    const code = await this.dataSource.manager.findOneBy(codeSchema, isUnusedCode(codeHash, purpose, now));
    return code && this.findById(code.user_id);
  }

  /** Whether signing in asks for a second factor after the password: an app or a passkey. */
  hasSecondFactor(userId: string): Promise<boolean> {
    return hasSecondFactor(this.dataSource.manager, userId);
  }

  /** Queues an email to the owner of an account. */
  queueEmail(email: Email, now: Date): Promise<void> {
    return queueEmails(this.dataSource.manager, [email], now);
  }

  /** Replaces a hash of the same password, unless the password has changed meanwhile. */
  async replaceHash(userId: string, previousHash: string, newHash: string): Promise<void> {
    await this.dataSource.manager.update(userSchema, { id: userId, password_hash: previousHash }, { password_hash: newHash });
  }

  /** Stores a new code, invalidates the older ones of its purpose, and queues the email. */
  replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await replaceCode(manager, userId, code, now);
      await queueEmails(manager, [email], now);
    });
  }

  /**
   * Consumes the code and sets the password; returns false when the code has been used meanwhile. Ends all sessions and confirms the
   * address. Accounts that were linked before the address was confirmed are removed: anyone may have linked them.
   */
  resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const userId = await consumeCode(manager, codeHash, 'reset', now);
      if (userId === null) return false;
      const user = await manager.findOne(userSchema, { select: accountColumns, where: { id: userId } });
      if (!user?.is_confirmed) {
        await manager.delete(linkedAccountSchema, { user_id: userId });
        if (!(await confirmRegistration(manager, userId, now))) return false;
      }
      await setPassword(manager, userId, newPassword, now);
      return true;
    });
  }

  /** Sets the password and ends all sessions. */
  changePassword(userId: string, newPassword: NewPassword, now: Date): Promise<void> {
    return this.dataSource.transaction((manager) => setPassword(manager, userId, newPassword, now));
  }

  #findOne(where: FindOptionsWhere<UserRow>): Promise<Account | null> {
    return this.dataSource.manager.findOne(userSchema, {
      select: accountColumns,
      where,
      order: { is_confirmed: 'DESC', created_at: 'DESC', id: 'ASC' },
    });
  }
}

/** Sets the password, ends all sessions, and makes the codes for another one unusable. */
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
  if (email) await queueEmails(manager, [email], now);
}
