import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, Not } from 'typeorm';
import type { Account } from '#domain/auth/account/account';
import { Accounts, type NewPassword, type NewAccount } from '#domain/auth/account/accounts';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { consumeCode, insertCode, invalidateCodes, replaceCode, isUnusedCode } from '#server/auth/account/typeorm/codes';
import { codeSchema, sessionSchema, type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema } from '#server/database/schema/linked-accounts.schema';
import { queueEmails } from '#server/mail/typeorm/queue-emails';

const accountColumns = { id: true, email: true, password_hash: true, role_id: true, is_confirmed: true } as const;

/** The tables `users` and `codes`. */
@Injectable()
export class TypeormAccounts extends Accounts {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  findByEmail(email: string): Promise<Account | null> {
    return this.#findOne({ email });
  }

  findById(id: string): Promise<Account | null> {
    return this.#findOne({ id });
  }

  register({ email, password_hash, code, confirmationEmail, knownAddressEmail }: NewAccount, now: Date): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      const isNew = await insertUnlessKnown(manager, { email, password_hash, created_at: now });
      const { id } = await manager.findOneOrFail(userSchema, { select: { id: true }, where: { email } });
      // A known address gets an unusable code, so that both cases take the same time.
      await insertCode(manager, id, code, now, isNew ? null : now);
      const outgoingEmail = isNew ? confirmationEmail(id) : knownAddressEmail(id);
      await queueEmails(manager, outgoingEmail ? [outgoingEmail] : [], now);
      return isNew ? id : null;
    });
  }

  async findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null> {
    const code = await this.dataSource.manager.findOneBy(codeSchema, isUnusedCode(codeHash, purpose, now));
    return code && this.findById(code.user_id);
  }

  confirm(codeHash: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const userId = await consumeCode(manager, codeHash, 'confirm', now);
      if (userId === null) return false;
      await manager.update(userSchema, { id: userId }, { is_confirmed: true });
      await invalidateCodes(manager, userId, 'confirm', now);
      return true;
    });
  }

  replaceCode(userId: string, code: StoredCode, email: Email, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await replaceCode(manager, userId, code, now);
      await queueEmails(manager, [email], now);
    });
  }

  resetPassword(codeHash: string, newPassword: NewPassword, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const userId = await consumeCode(manager, codeHash, 'reset', now);
      if (userId === null) return false;
      const user = await manager.findOne(userSchema, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!user?.is_confirmed) await manager.delete(linkedAccountSchema, { user_id: userId });
      await manager.update(userSchema, { id: userId }, { is_confirmed: true });
      for (const purpose of ['reset', 'confirm'] as const) await invalidateCodes(manager, userId, purpose, now);
      await setPassword(manager, userId, newPassword, now);
      return true;
    });
  }

  changePassword(userId: string, newPassword: NewPassword, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await invalidateCodes(manager, userId, 'reset', now);
      await setPassword(manager, userId, newPassword, now);
    });
  }

  #findOne(where: FindOptionsWhere<UserRow>): Promise<Account | null> {
    return this.dataSource.manager.findOne(userSchema, { select: accountColumns, where });
  }
}

/** Inserts the user and returns true, or returns false when the email address has an account. */
export async function insertUnlessKnown(manager: EntityManager, user: Partial<UserRow>): Promise<boolean> {
  const { raw } = await manager.createQueryBuilder().insert().into(userSchema).values(user).orIgnore().returning(['id']).execute();
  return (raw as readonly unknown[]).length === 1;
}

async function setPassword(manager: EntityManager, userId: string, newPassword: NewPassword, now: Date): Promise<void> {
  const { password_hash, notificationEmail: email, session_hash } = newPassword;
  await manager.update(userSchema, { id: userId }, { password_hash, password_changed_at: now });
  const others = session_hash === null ? {} : { token_hash: Not(session_hash) };
  await manager.delete(sessionSchema, [
    { user_id: userId, ...others },
    { pending_user_id: userId, ...others },
  ]);
  if (session_hash !== null) {
    await manager.update(
      sessionSchema,
      [
        { token_hash: session_hash, user_id: userId },
        { token_hash: session_hash, pending_user_id: userId },
      ],
      { user_id: null, pending_user_id: null, registering: false },
    );
  }
  if (email) await queueEmails(manager, [email], now);
}
