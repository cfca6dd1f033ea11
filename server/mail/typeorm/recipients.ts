import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { DAY_MS } from '#domain/durations';
import { EMAIL_TOKEN_LENGTH, resumableSince } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { sessionSchema, type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { campaignReferralSchema, campaignVisitSchema } from '#server/database/schema/mail.schema';
import { insertIfNew } from '#server/database/typeorm/writes';

const REFERRAL_TOKEN_PATTERN = new RegExp(`^[\\w-]{${EMAIL_TOKEN_LENGTH}}$`);
const VISITOR_SESSION_LIFETIME_MS = 30 * DAY_MS;

/** The recipients of marketing emails. A referral is the token in the links of one email. */
@Injectable()
export class Recipients {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: Secrets,
  ) {}

  /** Unsubscribes the owner of this referral from marketing emails. Returns the address, or null for an unknown referral. Idempotent. */
  async unsubscribe(referral: string, now: Date): Promise<string | null> {
    const user = await this.#findOwner(referral);
    if (user) await this.dataSource.manager.update(userSchema, { id: user.id, unsubscribed_at: IsNull() }, { unsubscribed_at: now });
    return user?.email ?? null;
  }

  /** Reverts an unsubscription of the last day; null for an older one. */
  async resubscribe(referral: string, now: Date): Promise<string | null> {
    const user = await this.#findOwner(referral);
    if (!user || (user.unsubscribed_at !== null && user.unsubscribed_at < resumableSince(now))) return null;
    await this.dataSource.manager.update(userSchema, { id: user.id }, { unsubscribed_at: null });
    return user.email;
  }

  /** Counts a visit, once per referral and day, and attaches the referral to the session. Returns true when the visit was counted. */
  async recordVisit(referral: string, day: number, sessionHash: string | null, now: Date): Promise<boolean> {
    const referral_hash = this.#hash(referral);
    return this.dataSource.transaction(async (manager) => {
      if (!(await manager.existsBy(campaignReferralSchema, { referral_hash }))) return false;
      if (sessionHash !== null) {
        const expires_at = new Date(now.getTime() + VISITOR_SESSION_LIFETIME_MS);
        const session = { token_hash: sessionHash, campaign_referral_hash: referral_hash, created_at: now, seen_at: now, expires_at };
        const insert = manager.createQueryBuilder().insert().into(sessionSchema).values(session).updateEntity(false);
        await insert.orUpdate(['campaign_referral_hash'], ['token_hash']).execute();
      }
      return insertIfNew(manager, campaignVisitSchema, { referral_hash, day });
    });
  }

  async #findOwner(referral: string): Promise<Pick<UserRow, 'id' | 'email' | 'unsubscribed_at'> | null> {
    const owner = await this.dataSource.manager.findOneBy(campaignReferralSchema, { referral_hash: this.#hash(referral) });
    if (!owner || owner.user_id === null) return null;
    return this.dataSource.manager.findOne(userSchema, {
      select: { id: true, email: true, unsubscribed_at: true },
      where: { id: owner.user_id },
    });
  }

  /** Malformed tokens are looked up like any other, so that response times do not tell them apart. */
  #hash(referral: string): string {
    return this.secrets.hash(REFERRAL_TOKEN_PATTERN.test(referral) ? referral : '');
  }
}
