import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, In, IsNull, Not } from 'typeorm';
import type { CodePurpose } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import type { Formats } from '#domain/site/reader';
import { isUnusedCode } from '#server/auth/account/typeorm/codes';
import { codeSchema, passkeySchema, secondFactorSchema, type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** An account with the fields that signing in needs. Its address is normalized; its hash is null until a password is chosen. */
export type Account = Pick<UserRow, 'id' | 'email' | 'password_hash' | 'password_changed_at' | 'role_id' | 'is_confirmed'>;

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

  async saveFormats(userId: string, formats: Formats): Promise<void> {
    await this.dataSource.manager.update(userSchema, { id: userId }, formats);
  }

  /** Confirms a registration whose code was verified before; returns false when its address has an account meanwhile. */
  confirm(userId: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction((manager) => confirmRegistration(manager, userId, now));
  }

  /** Queues an email to the owner of an account. */
  queueEmail(email: Email, now: Date): Promise<void> {
    return queueEmails(this.dataSource.manager, [email], now);
  }

  /** Replaces a hash of the same password, unless the password has changed meanwhile. */
  async replaceHash(userId: string, previousHash: string, newHash: string): Promise<void> {
    await this.dataSource.manager.update(userSchema, { id: userId, password_hash: previousHash }, { password_hash: newHash });
  }

  #findOne(where: FindOptionsWhere<UserRow>): Promise<Account | null> {
    return this.dataSource.manager.findOne(userSchema, { where, order: { is_confirmed: 'DESC', created_at: 'DESC', id: 'ASC' } });
  }
}

/** Whether an account has a confirmed authenticator app or a passkey. */
export async function hasSecondFactor(manager: EntityManager, userId: string): Promise<boolean> {
  return (
    (await manager.existsBy(secondFactorSchema, { user_id: userId, confirmed_at: Not(IsNull()) })) ||
    manager.existsBy(passkeySchema, { user_id: userId })
  );
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
