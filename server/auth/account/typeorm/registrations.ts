import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { confirmRegistration, lockAddressOf } from '#server/auth/account/typeorm/accounts';
import { consumeCode, insertCode, invalidateCodes, isUnusedCode } from '#server/auth/account/typeorm/codes';
import { codeSchema, userSchema } from '#server/database/schema/auth.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** The emails of a registration. Which one is sent depends on whether the address has an account. */
export interface RegistrationEmails {
  readonly confirmation: (userId: string) => Email;
  /** The email to the owner of the existing account. */
  readonly knownAddress: (userId: string) => Email;
}

/** A sign-up. */
interface NewRegistration {
  readonly email: string;
  readonly password_hash: string;
  readonly code: StoredCode;
  /** Null when the address has received enough of them. */
  readonly emails: RegistrationEmails | null;
}

/** A pending registration: an unconfirmed account. */
export interface Registered {
  readonly id: string;
  /** True when the address had an account or a registration before. */
  readonly isRepeat: boolean;
}

/** The accounts that are not confirmed yet, with their codes. Each method is one transaction, including the emails it queues. */
@Injectable()
export class Registrations {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds a registration. If the address has an account, the code is unusable; both cases run the same statements. */
  add({ email, password_hash, code, emails }: NewRegistration, now: Date): Promise<Registered> {
    return this.dataSource.transaction(async (manager) => {
      const { accountId, isKnown } = await findAddress(manager, email);
      const { identifiers } = await manager.insert(userSchema, { email, password_hash, is_repeat: isKnown, created_at: now });
      const { id } = identifiers[0] as { readonly id: string };
      await issueConfirmationCode(manager, id, accountId, code, emails, now);
      return { id, isRepeat: isKnown };
    });
  }

  /** Replaces the code of a registration and queues an email as `add` does. */
  renew(userId: string, code: StoredCode, emails: RegistrationEmails | null, now: Date): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { email } = await manager.findOneOrFail(userSchema, { select: { id: true, email: true }, where: { id: userId } });
      const { accountId } = await findAddress(manager, email);
      await invalidateCodes(manager, userId, 'confirm', now);
      await issueConfirmationCode(manager, userId, accountId, code, emails, now);
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
}

/** What the table `users` has for an address: its account, if one is confirmed, and whether there is any row. */
async function findAddress(
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
async function issueConfirmationCode(
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
