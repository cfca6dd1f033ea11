import { Injectable } from '@nestjs/common';
import { DataSource, Not, type Repository } from 'typeorm';
import { type NewSession, Sessions, toOpenSession } from '#domain/auth/sessions/sessions';
import { isSessionAlive } from '#domain/auth/sessions/session-lifetime';
import type { OpenSession } from '#domain/auth/contract';
import { sessionSchema, type SessionRow, userSchema } from '#server/database/schema/auth.schema';

/** The table `sessions`. */
@Injectable()
export class TypeormSessions extends Sessions {
  readonly #repository: Repository<SessionRow>;

  constructor(private readonly dataSource: DataSource) {
    super();
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

  async savePostedCode(tokenHash: string, pendingUserId: string): Promise<void> {
    await this.#repository.update({ token_hash: tokenHash }, { pending_user_id: pendingUserId, registering: false, password_given: false });
  }

  async saveSscid(tokenHash: string, sscid: string): Promise<void> {
    await this.#repository.update({ token_hash: tokenHash }, { sscid });
  }

  async saveOwnerCheck(tokenHash: string, now: Date): Promise<void> {
    await this.#repository.update({ token_hash: tokenHash }, { checked_at: now });
  }

  async close(tokenHash: string): Promise<void> {
    await this.#repository.delete({ token_hash: tokenHash });
  }

  async listFor(userId: string, currentTokenHash: string, now: Date): Promise<readonly OpenSession[]> {
    const user = await this.dataSource.manager.findOneBy(userSchema, { id: userId });
    const sessions = user ? await this.#repository.find({ where: { user_id: userId }, order: { seen_at: 'DESC', id: 'ASC' } }) : [];
    return sessions
      .filter((session) => isSessionAlive(session, user?.role_id ?? null, now))
      .map((session) => toOpenSession(session, currentTokenHash));
  }

  async end(userId: string, id: string): Promise<boolean> {
    return (await this.#repository.delete({ user_id: userId, id })).affected === 1;
  }

  async endOthers(userId: string, keptTokenHash: string | null): Promise<void> {
    await this.#repository.delete({ user_id: userId, ...(keptTokenHash === null ? {} : { token_hash: Not(keptTokenHash) }) });
  }
}
