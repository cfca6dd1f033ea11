import { Injectable } from '@nestjs/common';
import { type Audience, campaignEmail } from '#domain/mail/campaign';
import { type Campaign, Campaigns } from '#domain/mail/campaigns';
import { EmailBranding } from '#domain/mail/email-branding';
import { Secrets } from '#domain/secrets';
import { givesPremium } from '#domain/subscriptions/subscription';
import { parseStoredSubscription } from '#domain/subscriptions/parse-stored-subscription';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { queueEmails } from '#server/mail/typeorm/queue-emails';

const AUDIENCE_BATCH_SIZE = 500;
/** 132 bits of the signature: enough that nobody guesses one, short enough for a link. */
const REFERRAL_TOKEN_LENGTH = 22;

interface AudienceMember {
  readonly id: string;
  readonly email: string;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

const NEXT_MEMBERS = `
  select id, email, (select json_agg(to_jsonb(s)) from subscriptions s where s.user_id = u.id) subscriptions
  from users u where is_confirmed and unsubscribed_at is null and ($1::uuid is null or id > $1) order by id limit ${AUDIENCE_BATCH_SIZE}`;

@Injectable()
export class TypeormCampaigns extends Campaigns {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
  ) {
    super();
  }

  async countAudience(audience: Audience, now: Date): Promise<number> {
    let count = 0;
    for await (const members of this.#audienceBatches()) count += members.filter((member) => isInAudience(member, audience, now)).length;
    return count;
  }

  async enqueueEmails(campaign: Campaign, now: Date, onProgress: (checkedCount: number) => void): Promise<number> {
    const id = await this.#startOrResume(campaign, now);
    let queuedCount = 0;
    let checkedCount = 0;
    for await (const members of this.#audienceBatches()) {
      queuedCount += await this.#queueBatch(
        id,
        campaign,
        members.filter((member) => isInAudience(member, campaign.audience, now)),
        now,
      );
      checkedCount += members.length;
      onProgress(checkedCount);
    }
    await this.postgres.pool.query('update campaigns set finished_at = coalesce(finished_at, $2) where id = $1', [id, now]);
    return queuedCount;
  }

  async *#audienceBatches(): AsyncGenerator<readonly AudienceMember[]> {
    let lastId: string | null = null;
    for (;;) {
      const { rows }: { rows: AudienceMember[] } = await this.postgres.pool.query<AudienceMember>(NEXT_MEMBERS, [lastId]);
      if (rows.length > 0) yield rows;
      if (rows.length < AUDIENCE_BATCH_SIZE) return;
      lastId = rows.at(-1)?.id ?? null;
    }
  }

  async #startOrResume({ name, fingerprint, audience }: Campaign, now: Date): Promise<number> {
    const { rows } = await this.postgres.pool.query<{ id: number }>(
      `insert into campaigns (name, fingerprint, audience, created_at) values ($1, $2, $3, $4)
       on conflict (fingerprint, audience) do update set name = campaigns.name returning id`,
      [name, fingerprint, audience, now],
    );
    return rows[0]?.id ?? 0;
  }

  /** Referrals and letters in one transaction: who has a referral has the letter. */
  async #queueBatch(campaignId: number, { text }: Campaign, members: readonly AudienceMember[], now: Date): Promise<number> {
    const referrals = new Map(
      members.map((member) => [
        member.id,
        this.secrets.sign('campaign-referral', `${campaignId}:${member.id}`).slice(0, REFERRAL_TOKEN_LENGTH),
      ]),
    );
    return inTransaction(this.postgres.pool, async (client) => {
      const { rows } = await client.query<{ user_id: string }>(
        `insert into campaign_referrals (referral_hash, campaign_id, user_id, created_at)
         select hash, $3, person, $4 from unnest($1::text[], $2::uuid[]) as t(hash, person) on conflict do nothing returning user_id`,
        [[...referrals.values()].map((referral) => this.secrets.hash(referral)), [...referrals.keys()], campaignId, now],
      );
      const newReferralOwners = new Set(rows.map((row) => row.user_id));
      const emails = members
        .filter((member) => newReferralOwners.has(member.id))
        .map((member) => campaignEmail(this.emailBranding.contextFor(member.email, member.id), text, referrals.get(member.id) ?? ''));
      await queueEmails(client, emails, now);
      return emails.length;
    });
  }
}

function isInAudience({ subscriptions }: AudienceMember, audience: Audience, now: Date): boolean {
  if (audience === 'all') return true;
  const isPremium = (subscriptions ?? []).some((row) => givesPremium(parseStoredSubscription(row), now));
  return isPremium === (audience === 'premium');
}
