import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, Not } from 'typeorm';
import type { Account } from '#domain/auth/account/account';
import { Accounts, type NewPassword, type NewRegistration, type Registered, type RegistrationEmails } from '#domain/auth/account/accounts';
import type { CodePurpose, StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { consumeCode, invalidateCodes, replaceCode, isUnusedCode } from '#server/auth/account/typeorm/codes';
import { confirmRegistration, findAddress, issueConfirmationCode, lockAddressOf } from '#server/auth/account/typeorm/registrations';
import { codeSchema, sessionSchema, type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema } from '#server/database/schema/linked-accounts.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

const accountColumns = { id: true, email: true, password_hash: true, role_id: true, is_confirmed: true } as const;

/** The tables `users` and `codes`. */
@Injectable()
export class TypeormAccounts extends Accounts {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  findConfirmed(email: string): Promise<Account | null> {
    return this.#findOne({ email, is_confirmed: true });
  }

  findForReset(email: string): Promise<Account | null> {
    return this.#findOne({ email });
  }

  findById(id: string): Promise<Account | null> {
    return this.#findOne({ id });
  }

  register({ email, password_hash, code, emails }: NewRegistration, now: Date): Promise<Registered> {
    return this.dataSource.transaction(async (manager) => {
      const { accountId, isKnown } = await findAddress(manager, email);
      const { identifiers } = await manager.insert(userSchema, { email, password_hash, is_repeat: isKnown, created_at: now });
      const { id } = identifiers[0] as { readonly id: string };
      await issueConfirmationCode(manager, id, accountId, code, emails, now);
      return { id, isRepeat: isKnown };
    });
  }

  renewRegistration(userId: string, code: StoredCode, emails: RegistrationEmails | null, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { email } = await manager.findOneOrFail(userSchema, { select: { id: true, email: true }, where: { id: userId } });
      const { accountId } = await findAddress(manager, email);
      await invalidateCodes(manager, userId, 'confirm', now);
      await issueConfirmationCode(manager, userId, accountId, code, emails, now);
    });
  }

  async findByCode(codeHash: string, purpose: CodePurpose, now: Date): Promise<Account | null> {
    const code = await this.dataSource.manager.findOneBy(codeSchema, isUnusedCode(codeHash, purpose, now));
    return code && this.findById(code.user_id);
  }

  confirm(codeHash: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const code = await manager.findOneBy(codeSchema, isUnusedCode(codeHash, 'confirm', now));
      if (!code) return false;
      await lockAddressOf(manager, code.user_id);
      return (await consumeCode(manager, codeHash, 'confirm', now)) !== null && confirmRegistration(manager, code.user_id, now);
    });
  }

  confirmRegistration(userId: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction((manager) => confirmRegistration(manager, userId, now));
  }

  queueEmail(email: Email, now: Date): Promise<void> {
    return queueEmails(this.dataSource.manager, [email], now);
  }

  async replaceHash(userId: string, previousHash: string, newHash: string): Promise<void> {
    await this.dataSource.manager.update(userSchema, { id: userId, password_hash: previousHash }, { password_hash: newHash });
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
      const user = await manager.findOne(userSchema, { select: accountColumns, where: { id: userId } });
      if (!user?.is_confirmed) {
        await manager.delete(linkedAccountSchema, { user_id: userId });
        if (!(await confirmRegistration(manager, userId, now))) return false;
      }
      await invalidateCodes(manager, userId, 'reset', now);
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
    return this.dataSource.manager.findOne(userSchema, {
      select: accountColumns,
      where,
      order: { is_confirmed: 'DESC', created_at: 'DESC', id: 'ASC' },
    });
  }
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
