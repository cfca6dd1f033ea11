import { Injectable } from '@nestjs/common';
import { type Audience, campaignLetter } from '#domain/mail/campaign';
import { type Campaign, Campaigns } from '#domain/mail/campaigns';
import { Letterhead } from '#domain/mail/letterhead';
import { Secrets } from '#domain/secrets';
import { givesPremium } from '#domain/subscriptions/status';
import { storedSubscription } from '#domain/subscriptions/stored-subscription';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { queueLetters } from '#server/mail/outbox';

const AT_ONCE = 500;
/** 132 bits of the signature: enough that nobody guesses one, short enough for a link. */
const REFERRAL_SIGNS = 22;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly subscriptions: readonly Record<string, string | null>[] | null;
}

const NEXT = `
  select id, email, (select json_agg(to_jsonb(s)) from subscriptions s where s.user_id = u.id) subscriptions
  from users u where is_confirmed and unsubscribed_at is null and ($1::uuid is null or id > $1) order by id limit ${AT_ONCE}`;

@Injectable()
export class TypeormCampaigns extends Campaigns {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly letterhead: Letterhead,
  ) {
    super();
  }

  async count(audience: Audience, now: Date): Promise<number> {
    let count = 0;
    for await (const people of this.#people()) count += people.filter((person) => belongs(person, audience, now)).length;
    return count;
  }

  async write(campaign: Campaign, now: Date, onProgress: (looked: number) => void): Promise<number> {
    const id = await this.#begin(campaign, now);
    let written = 0;
    let looked = 0;
    for await (const people of this.#people()) {
      written += await this.#writeTo(
        id,
        campaign,
        people.filter((person) => belongs(person, campaign.audience, now)),
        now,
      );
      looked += people.length;
      onProgress(looked);
    }
    await this.postgres.pool.query('update campaigns set finished_at = coalesce(finished_at, $2) where id = $1', [id, now]);
    return written;
  }

  async *#people(): AsyncGenerator<readonly Person[]> {
    let last: string | null = null;
    for (;;) {
      const { rows }: { rows: Person[] } = await this.postgres.pool.query<Person>(NEXT, [last]);
      if (rows.length > 0) yield rows;
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)?.id ?? null;
    }
  }

  async #begin({ name, fingerprint, audience }: Campaign, now: Date): Promise<number> {
    const { rows } = await this.postgres.pool.query<{ id: number }>(
      `insert into campaigns (name, fingerprint, audience, created_at) values ($1, $2, $3, $4)
       on conflict (fingerprint, audience) do update set name = campaigns.name returning id`,
      [name, fingerprint, audience, now],
    );
    return rows[0]?.id ?? 0;
  }

  /** Referrals and letters in one transaction: who has a referral has the letter. */
  async #writeTo(id: number, { text }: Campaign, people: readonly Person[], now: Date): Promise<number> {
    const referrals = new Map(
      people.map((person) => [person.id, this.secrets.sign('campaign-referral', `${id}:${person.id}`).slice(0, REFERRAL_SIGNS)]),
    );
    return inTransaction(this.postgres.pool, async (client) => {
      const { rows } = await client.query<{ user_id: string }>(
        `insert into campaign_referrals (referral_hash, campaign_id, user_id, created_at)
         select hash, $3, person, $4 from unnest($1::text[], $2::uuid[]) as t(hash, person) on conflict do nothing returning user_id`,
        [[...referrals.values()].map((referral) => this.secrets.hash(referral)), [...referrals.keys()], id, now],
      );
      const fresh = new Set(rows.map((row) => row.user_id));
      const letters = people
        .filter((person) => fresh.has(person.id))
        .map((person) => campaignLetter(this.letterhead.about(person.email, person.id), text, referrals.get(person.id) ?? ''));
      await queueLetters(client, letters, now);
      return letters.length;
    });
  }
}

function belongs({ subscriptions }: Person, audience: Audience, now: Date): boolean {
  if (audience === 'all') return true;
  const premium = (subscriptions ?? []).some((row) => givesPremium(storedSubscription(row), now));
  return premium === (audience === 'premium');
}
