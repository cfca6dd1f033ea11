import { Injectable } from '@nestjs/common';
import { DataSource, Not } from 'typeorm';
import type { OpenSession } from '#domain/auth/sessions/contract';
import { isSessionAlive } from '#domain/auth/sessions/session-lifetime';
import { type SessionRow, sessionSchema, userSchema } from '#server/database/schema/auth.schema';

/** A session in the list of its user, who sends the request in the current one. */
const toOpenSession = (session: SessionRow, currentTokenHash: string): OpenSession => ({
  id: session.id,
  user_agent: session.user_agent,
  created_at: session.created_at.toISOString(),
  seen_at: session.seen_at.toISOString(),
  current: session.token_hash === currentTokenHash,
});

/** The sessions that a user has open. */
@Injectable()
export class OpenSessions {
  constructor(private readonly dataSource: DataSource) {}

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
  async endOthers(userId: string, keptTokenHash: string | null): Promise<void> {
    await this.dataSource.manager.delete(sessionSchema, {
      user_id: userId,
      ...(keptTokenHash === null ? {} : { token_hash: Not(keptTokenHash) }),
    });
  }
}
