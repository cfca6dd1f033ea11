import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';
import type { StoredCode } from '#domain/auth/account/codes';
import type { Email } from '#domain/mail/email';
import { consumeCode, invalidateCodes, replaceCode } from '#server/auth/account/typeorm/codes';
import { confirmRegistration } from '#server/auth/account/typeorm/accounts';
import { lockUserOfSession } from '#server/auth/typeorm/sessions';
import { oauthGrantSchema, sessionSchema, userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema } from '#server/database/schema/linked-accounts.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** A new password and the notification of the change. */
export interface NewPassword {
  readonly password_hash: string;
  readonly notificationEmail: Email | null;
  /** The session in which the password was chosen: it is signed out, but keeps its referral data. */
  readonly session_hash: string | null;
}

/** Changes of passwords, and the codes that reset them. Each method is one transaction, including the emails it queues. */
@Injectable()
export class PasswordChanges {
  constructor(private readonly dataSource: DataSource) {}

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
