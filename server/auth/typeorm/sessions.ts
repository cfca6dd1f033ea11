import { Injectable } from '@nestjs/common';
import { DataSource, type Repository, Not } from 'typeorm';
import { sessionSchema, type SessionRow, userSchema } from '#server/database/schema/auth.schema';
import type { OpenSession } from '#domain/auth/sessions/contract';
import { isSessionAlive } from '#domain/auth/sessions/session-lifetime';

/** A session to open. */
export interface NewSession extends Omit<SessionRow, 'id' | 'sscid' | 'campaign_referral_hash' | 'checked_at' | 'created_at' | 'seen_at'> {
  /** The token hash of the browser's previous session: it ends, and its referral data moves to the new session. */
  readonly replaces: string | null;
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
  readonly #repository: Repository<SessionRow>;

  constructor(private readonly dataSource: DataSource) {
    this.#repository = dataSource.getRepository(sessionSchema);
  }

  async open({ replaces, ...session }: NewSession, now: Date): Promise<void> {
    const row = { ...session, created_at: now, seen_at: now };
    if (replaces === null) return void (await this.#repository.insert(row));
    await this.dataSource.transaction(async (manager) => {
      const previous = await manager.findOneBy(sessionSchema, { token_hash: replaces });
      await manager.insert(sessionSchema, {
        ...row,
        sscid: previous?.sscid ?? null,
        campaign_referral_hash: previous?.campaign_referral_hash ?? null,
      });
      await manager.delete(sessionSchema, { token_hash: replaces });
    });
  }

  /** Makes a registration, whose code the browser has posted, the pending one of its session. */
  async savePostedCode(tokenHash: string, pendingUserId: string): Promise<void> {
    await this.#repository.update({ token_hash: tokenHash }, { pending_user_id: pendingUserId, registering: false, password_given: false });
  }

  async saveSscid(tokenHash: string, sscid: string): Promise<void> {
    await this.#repository.update({ token_hash: tokenHash }, { sscid });
  }

  /** Remembers that the person at this session is its owner. */
  async saveOwnerCheck(tokenHash: string, now: Date): Promise<void> {
    await this.#repository.update({ token_hash: tokenHash }, { checked_at: now });
  }

  async close(tokenHash: string): Promise<void> {
    await this.#repository.delete({ token_hash: tokenHash });
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
    return (await this.#repository.delete({ user_id: userId, id })).affected === 1;
  }

  /** Ends all sessions of the user but one. */
  async endOthers(userId: string, keptTokenHash: string | null): Promise<void> {
    await this.#repository.delete({
      user_id: userId,
      ...(keptTokenHash === null ? {} : { token_hash: Not(keptTokenHash) }),
    });
  }
}
