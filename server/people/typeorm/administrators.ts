import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '#domain/audit/acts';
import type { StoredCode } from '#domain/auth/account/codes';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { replaceCode } from '#server/auth/account/typeorm/codes';
import { confirmRegistration, hasSecondFactor } from '#server/auth/account/typeorm/accounts';
import type { Email } from '#domain/mail/email';
import {
  oauthGrantSchema,
  passkeySchema,
  recoveryCodesSchema,
  secondFactorSchema,
  sessionSchema,
  userSchema,
} from '#server/database/schema/auth.schema';
import { insertIfNew } from '#server/database/typeorm/writes';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** The outcome of a promotion to administrator. */
export interface Promotion {
  readonly user_id: string;
  /** `made`: the account is new; `promoted`: it existed; `kept`: it was an administrator's, and nothing was changed. */
  readonly how: 'made' | 'promoted' | 'kept';
  /** True when the administrator must choose a password by code. */
  readonly needsCode: boolean;
}

/** The outcome of a demotion: the user it was done to, or why it was not done. */
type Demotion =
  { readonly outcome: 'demoted'; readonly user_id: string } | { readonly outcome: 'no administrator' } | { readonly outcome: 'last one' };

/**
 * The site's administrators, managed from the command line. Every change of a role ends the user's sessions, and every change of a password
 * also disconnects assistants. Each change is in the audit.
 */
@Injectable()
export class Administrators {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Makes the confirmed account of this address an administrator, or creates one; registrations of the address become worthless. Without
   * a `passwordHash`, an account that was no administrator loses its password, which may be too short for one, and the code is stored;
   * an administrator with a password stays as they are.
   */
  promote(email: string, passwordHash: string | null, code: StoredCode, by: Actor, now: Date): Promise<Promotion> {
    return this.dataSource.transaction(async (manager) => {
      const isNew = await insertIfNew(manager, userSchema, { email, role_id: ADMIN_ROLE, is_confirmed: true, created_at: now });
      const { id, role_id, password_hash } = await manager.findOneOrFail(userSchema, {
        where: { email, is_confirmed: true },
        lock: { mode: 'pessimistic_write' },
      });
      if (role_id === ADMIN_ROLE && passwordHash === null && password_hash !== null) {
        return { user_id: id, how: 'kept', needsCode: false };
      }
      await manager.update(userSchema, { id }, { role_id: ADMIN_ROLE, password_hash: passwordHash, password_changed_at: now });
      // Makes the codes of the address's registrations unusable.
      await confirmRegistration(manager, id, now);
      await endAllAccess(manager, id);
      if (passwordHash === null) await replaceCode(manager, id, code, now);
      const account = isNew ? 'new' : role_id === ADMIN_ROLE ? 'administrator' : 'existing';
      await writeEntry(manager, { by, at: now, act: 'administrator_appointed', target: id, details: { account } });
      return { user_id: id, how: isNew ? 'made' : 'promoted', needsCode: passwordHash === null };
    });
  }

  /**
   * Removes the password of an administrator, stores the code, ends their sessions, and disconnects their assistants. Returns the user id;
   * null for anyone else.
   */
  resetPassword(email: string, code: StoredCode, by: Actor, now: Date): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      const administrator = await manager.findOne(userSchema, {
        where: { email, role_id: ADMIN_ROLE },
        lock: { mode: 'pessimistic_write' },
      });
      if (!administrator) return null;
      await manager.update(userSchema, { id: administrator.id }, { password_hash: null, password_changed_at: now });
      await endAllAccess(manager, administrator.id);
      await replaceCode(manager, administrator.id, code, now);
      await writeEntry(manager, { by, at: now, act: 'password_reset', target: administrator.id });
      return administrator.id;
    });
  }

  /**
   * Removes the second factor of any account, and ends its sessions; `emailTo` is sent. Returns the user id; null
   * where none is on.
   */
  resetSecondFactor(email: string, emailTo: (userId: string) => Email, by: Actor, now: Date): Promise<string | null> {
    return this.dataSource.transaction(async (manager) => {
      const user = await manager.findOne(userSchema, { where: { email, is_confirmed: true }, lock: { mode: 'pessimistic_write' } });
      if (!user) return null;
      if (!(await hasSecondFactor(manager, user.id))) return null;
      for (const schema of [secondFactorSchema, passkeySchema, recoveryCodesSchema]) await manager.delete(schema, { user_id: user.id });
      await endSessions(manager, user.id);
      await writeEntry(manager, { by, at: now, act: 'second_factor_reset', target: user.id });
      await queueEmails(manager, [emailTo(user.id)], now);
      return user.id;
    });
  }

  /** Turns an administrator into an ordinary user, except the last one. */
  demote(email: string, by: Actor, now: Date): Promise<Demotion> {
    return this.dataSource.transaction(async (manager) => {
      // All of them are locked, so that two commands at once cannot remove the last two.
      const all = await manager.find(userSchema, {
        where: { role_id: ADMIN_ROLE },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      const administrator = all.find((each) => each.email === email);
      if (!administrator) return { outcome: 'no administrator' };
      if (all.length === 1) return { outcome: 'last one' };
      await manager.update(userSchema, { id: administrator.id }, { role_id: USER_ROLE });
      await endSessions(manager, administrator.id);
      await writeEntry(manager, { by, at: now, act: 'administrator_dismissed', target: administrator.id });
      return { outcome: 'demoted', user_id: administrator.id };
    });
  }

  list(): Promise<readonly { readonly email: string; readonly created_at: Date }[]> {
    return this.dataSource.manager.find(userSchema, {
      select: { id: true, email: true, created_at: true },
      where: { role_id: ADMIN_ROLE },
      order: { email: 'ASC' },
    });
  }
}

async function endSessions(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(sessionSchema, [{ user_id: userId }, { pending_user_id: userId }]);
}

/** Ends what the previous password gave: sessions, and assistants, as with every other new password. */
async function endAllAccess(manager: EntityManager, userId: string): Promise<void> {
  await endSessions(manager, userId);
  await manager.delete(oauthGrantSchema, { user_id: userId });
}
