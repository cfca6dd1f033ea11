import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { sessionSchema, type SessionRow, userSchema } from '#server/database/schema/auth.schema';
import type { Account } from '#server/auth/account/typeorm/accounts';
import type { OpenSession } from '#domain/auth/sessions/contract';
import { isSessionAlive } from '#domain/auth/sessions/session-lifetime';
import { NotSignedIn } from '#domain/errors';
import { lockUser } from '#server/database/typeorm/writes';

/** A session to open. */
export interface NewSession extends Omit<SessionRow, 'id' | 'sscid' | 'campaign_referral_hash' | 'checked_at' | 'created_at' | 'seen_at'> {
  /** The token hash of the browser's previous session: it ends, and its referral data moves to the new session. */
  readonly replaces: string | null;
}

/** Whether the user of an account is still there, with the same password; both stay so until the transaction ends. */
const isUnchanged = (manager: EntityManager, { id, password_changed_at }: Account): Promise<boolean> =>
  manager
    .findOne(userSchema, { select: { id: true, password_changed_at: true }, where: { id }, lock: { mode: 'pessimistic_read' } })
    .then((user) => user !== null && user.password_changed_at?.getTime() === password_changed_at?.getTime());

/**
 * Locks the user of a session as `lockUser` does, before what outlasts the session. Throws `NotSignedIn` if it has ended since the request
 * began: a new password must keep out anyone who is signed in with the old one.
 */
export async function lockUserOfSession(manager: EntityManager, userId: string, tokenHash: string): Promise<void> {
  await lockUser(manager, userId);
  if (!(await manager.existsBy(sessionSchema, { token_hash: tokenHash, user_id: userId }))) throw new NotSignedIn();
}

/** Ends all sessions of a user but one. */
export async function endOtherSessions(manager: EntityManager, userId: string, keptTokenHash: string): Promise<void> {
  await manager.delete(sessionSchema, { user_id: userId, token_hash: Not(keptTokenHash) });
}

/** A session in the list of its user, who sends the request in the current one. */
const toOpenSession = (session: SessionRow, currentTokenHash: string): OpenSession => ({
  id: session.id,
  user_agent: session.user_agent,
  created_at: session.created_at.toISOString(),
  seen_at: session.seen_at.toISOString(),
  current: session.token_hash === currentTokenHash,
});

/** The sessions of browsers, and those that a user has open. */
@Injectable()
export class Sessions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Opens a session. Returns false, and does nothing, if the account was deleted or got a new password, which ends all earlier sign-ins,
   * since it was read: before its password, passkey, or provider was verified.
   */
  async open({ replaces, ...session }: NewSession, now: Date, account: Account | null): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (account && !(await isUnchanged(manager, account))) return false;
      const previous = replaces === null ? null : await manager.findOneBy(sessionSchema, { token_hash: replaces });
      await manager.insert(sessionSchema, {
        ...session,
        created_at: now,
        seen_at: now,
        sscid: previous?.sscid ?? null,
        campaign_referral_hash: previous?.campaign_referral_hash ?? null,
      });
      if (replaces !== null) await manager.delete(sessionSchema, { token_hash: replaces });
      return true;
    });
  }

  /** Changes what a session remembers. */
  async save(tokenHash: string, values: Partial<Omit<SessionRow, 'id' | 'token_hash' | 'user_id'>>): Promise<void> {
    await this.dataSource.manager.update(sessionSchema, { token_hash: tokenHash }, values);
  }

  async close(tokenHash: string): Promise<void> {
    await this.dataSource.manager.delete(sessionSchema, { token_hash: tokenHash });
  }

  /** Returns the user's active sessions, last seen first. */
  async listFor(userId: string, currentTokenHash: string, now: Date): Promise<readonly OpenSession[]> {
    const { manager } = this.dataSource;
    const user = await manager.findOneBy(userSchema, { id: userId });
    const sessions = user ? await manager.find(sessionSchema, { where: { user_id: userId }, order: { seen_at: 'DESC', id: 'ASC' } }) : [];
    return sessions
      .filter((session) => isSessionAlive(session, user?.role_id ?? null, now))
      .map((session) => toOpenSession(session, currentTokenHash));
  }

  /** Ends one session of the user; returns false when the user has no session with this id. */
  async end(userId: string, id: string): Promise<boolean> {
    return (await this.dataSource.manager.delete(sessionSchema, { user_id: userId, id })).affected === 1;
  }

  /** Ends all sessions of the user but one. */
  endOthers(userId: string, keptTokenHash: string): Promise<void> {
    return endOtherSessions(this.dataSource.manager, userId, keptTokenHash);
  }
}
