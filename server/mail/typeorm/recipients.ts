import { Injectable } from '@nestjs/common';
import { Recipients } from '#domain/mail/recipients';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';

const REFERRAL_TOKEN_PATTERN = /^[\w-]{22}$/;

@Injectable()
export class TypeormRecipients extends Recipients {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
  ) {
    super();
  }

  unsubscribe(referral: string, now: Date): Promise<string | null> {
    return this.#setUnsubscribedAt(referral, now);
  }

  resubscribe(referral: string): Promise<string | null> {
    return this.#setUnsubscribedAt(referral, null);
  }

  async #setUnsubscribedAt(referral: string, unsubscribedAt: Date | null): Promise<string | null> {
    const { rows } = await this.postgres.pool.query<{ email: string }>(
      `update users set unsubscribed_at = case when $2::timestamptz is null then null else coalesce(unsubscribed_at, $2) end
       where id = (select user_id from campaign_referrals where referral_hash = $1) returning email`,
      [this.#referralHash(referral), unsubscribedAt],
    );
    return rows[0]?.email ?? null;
  }

  async recordVisit(referral: string, day: number, sessionHash: string | null, now: Date): Promise<boolean> {
    const { rowCount } = await this.postgres.pool.query(
      `with known as (select referral_hash from campaign_referrals where referral_hash = $1),
         counted as (insert into campaign_visits (referral_hash, day) select referral_hash, $2 from known on conflict do nothing returning day),
         kept as (insert into sessions (token_hash, campaign_referral_hash, created_at, seen_at, expires_at)
           select $3, referral_hash, $4, $4, $4::timestamptz + interval '30 days' from known where $3::text is not null
           on conflict (token_hash) do update set campaign_referral_hash = excluded.campaign_referral_hash)
       select from counted`,
      [this.#referralHash(referral), day, sessionHash, now],
    );
    return rowCount === 1;
  }

  /** What cannot be a token of ours is looked up all the same, so that every answer takes as long. */
  #referralHash(referral: string): string {
    return this.secrets.hash(REFERRAL_TOKEN_PATTERN.test(referral) ? referral : '');
  }
}
