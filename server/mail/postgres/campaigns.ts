import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import type { Audience, Campaign } from '#domain/mail/campaign';
import type { Email } from '#domain/mail/email';
import { campaignEmail, EmailBranding } from '#domain/mail/emails';
import { EMAIL_TOKEN_LENGTH } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { parseStoredSubscription, givesPremium } from '#domain/subscriptions/subscription';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { queueEmails } from '#server/mail/postgres/queue-emails';

const AUDIENCE_BATCH_SIZE = 500;

interface AudienceMember {
  readonly id: string;
  readonly email: string;
  readonly role_id: number;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

const SELECT_NEXT_MEMBERS = `
  select id, email, role_id, (select json_agg(to_jsonb(s)) from subscriptions s where s.user_id = u.id) subscriptions
  from users u where is_confirmed and unsubscribed_at is null and ($1::uuid is null or id > $1) order by id limit ${AUDIENCE_BATCH_SIZE}`;

const START_OR_RESUME_CAMPAIGN = `
  insert into campaigns (name, fingerprint, audience, created_at) values ($1, $2, $3, $4)
  on conflict (fingerprint, audience) do update set name = campaigns.name returning id`;

const INSERT_NEW_REFERRALS = `
  insert into campaign_referrals (referral_hash, campaign_id, user_id, created_at)
  select hash, $3, user_id, $4 from unnest($1::text[], $2::uuid[]) as t(hash, user_id) on conflict do nothing returning user_id`;

/** Queues marketing emails for an audience, in set-based batches. */
@Injectable()
export class Campaigns {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
  ) {}

  /** Returns the current size of the audience: confirmed users who have not unsubscribed. */
  async countAudience(audience: Audience, now: Date): Promise<number> {
    let count = 0;
    for await (const members of this.#audienceBatches()) count += members.filter((member) => isInAudience(member, audience, now)).length;
    return count;
  }

  /**
   * Adds the campaign's emails to the outbox in batches, each in one transaction. A repeated call resumes an interrupted campaign, and
   * no user gets an email twice. Returns how many emails this call queued.
   */
  async enqueueEmails(campaign: Campaign, now: Date, onProgress: (checkedCount: number) => void): Promise<number> {
    const { name, fingerprint, audience } = campaign;
    const { rows } = await this.postgres.pool.query<{ id: number }>(START_OR_RESUME_CAMPAIGN, [name, fingerprint, audience, now]);
    const id = rows[0]?.id ?? 0;
    let queuedCount = 0;
    let checkedCount = 0;
    for await (const members of this.#audienceBatches()) {
      const recipients = members.filter((member) => isInAudience(member, audience, now));
      queuedCount += await inTransaction(this.postgres.pool, (client) => this.#queueBatch(client, id, campaign, recipients, now));
      checkedCount += members.length;
      onProgress(checkedCount);
    }
    await this.postgres.pool.query('update campaigns set finished_at = coalesce(finished_at, $2) where id = $1', [id, now]);
    return queuedCount;
  }

  async *#audienceBatches(): AsyncGenerator<readonly AudienceMember[]> {
    let lastId: string | null = null;
    for (;;) {
      const { rows }: { rows: AudienceMember[] } = await this.postgres.pool.query<AudienceMember>(SELECT_NEXT_MEMBERS, [lastId]);
      if (rows.length > 0) yield rows;
      if (rows.length < AUDIENCE_BATCH_SIZE) return;
      lastId = rows.at(-1)?.id ?? null;
    }
  }

  /** Writes referrals and emails in one transaction: a recipient with a referral has the email. */
  async #queueBatch(
    client: PoolClient,
    campaignId: number,
    campaign: Campaign,
    recipients: readonly AudienceMember[],
    now: Date,
  ): Promise<number> {
    const referrals = new Map(
      recipients.map(({ id }) => [id, this.secrets.sign('campaign-referral', `${campaignId}:${id}`).slice(0, EMAIL_TOKEN_LENGTH)]),
    );
    const hashes = [...referrals.values()].map((referral) => this.secrets.hash(referral));
    const { rows } = await client.query<{ user_id: string }>(INSERT_NEW_REFERRALS, [hashes, [...referrals.keys()], campaignId, now]);
    const newRecipientIds = new Set(rows.map((row) => row.user_id));
    const emails: readonly Email[] = recipients
      .filter(({ id }) => newRecipientIds.has(id))
      .map(({ id, email }) => campaignEmail(this.emailBranding.contextFor(email, id), campaign, referrals.get(id) ?? ''));
    await queueEmails(client, emails, now);
    return emails.length;
  }
}

function isInAudience({ role_id, subscriptions }: AudienceMember, audience: Audience, now: Date): boolean {
  if (audience === 'all') return true;
  // Administrators have all of Premium without paying.
  if (audience === 'free' && role_id === ADMIN_ROLE) return false;
  const isPremium = (subscriptions ?? []).some((row) => givesPremium(parseStoredSubscription(row), now));
  return isPremium === (audience === 'premium');
}
