import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import { sessionSchema, type SessionRow } from '#server/database/schema/auth.schema';

/** A session to open. */
export interface NewSession extends Omit<SessionRow, 'id' | 'sscid' | 'campaign_referral_hash' | 'checked_at' | 'created_at' | 'seen_at'> {
  /** The token hash of the browser's previous session: it ends, and its referral data moves to the new session. */
  readonly replaces: string | null;
}

/** The sessions of browsers. */
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
}
