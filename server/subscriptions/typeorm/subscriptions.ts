import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { EmailBranding } from '#domain/mail/email-branding';
import { premiumStartedEmail } from '#domain/mail/emails';
import type { BillingEvent, BillingEffect } from '#domain/subscriptions/billing-notice';
import { applyNotices, type OwnedSubscription } from '#domain/subscriptions/apply-notices';
import { isUserId } from '#domain/subscriptions/passthrough';
import { givesPremium, type Subscription } from '#domain/subscriptions/subscription';
import { parseStoredSubscription } from '#domain/subscriptions/parse-stored-subscription';
import { type Buyer, type EvaluatedNotice, Subscriptions } from '#domain/subscriptions/subscriptions';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { queueEmails } from '#server/mail/typeorm/queue-emails';

/** Our advisory locks on subscriptions; the second key is the hash of provider and id. */
const SUBSCRIPTION_LOCK_KEY = 7_305_114;

interface BillingEventRow {
  readonly event_id: string;
  readonly occurred_at: Date;
  readonly user_id: string | null;
  readonly effect: BillingEffect;
}

/** Events and what they add up to, in Postgres. */
@Injectable()
export class TypeormSubscriptions extends Subscriptions {
  constructor(
    private readonly postgres: Postgres,
    private readonly emailBranding: EmailBranding,
  ) {
    super();
  }

  async findBuyer(userId: string): Promise<Buyer | null> {
    if (!isUserId(userId)) return null;
    const { rows } = await this.postgres.pool.query<Buyer>('select id, role_id from users where id = $1', [userId]);
    return rows[0] ?? null;
  }

  record(notice: EvaluatedNotice, now: Date): Promise<boolean> {
    return inTransaction(this.postgres.pool, async (client) => {
      const { provider, subscription_id } = notice;
      // One after the other per subscription: each fold then sees every event before it.
      if (subscription_id !== null) {
        await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [SUBSCRIPTION_LOCK_KEY, `${provider}:${subscription_id}`]);
      }
      if (!(await insertEvent(client, notice, now))) return false;
      if (subscription_id !== null && notice.effect !== null) {
        const applied = applyNotices(provider, subscription_id, await findEvents(client, provider, subscription_id));
        if (applied) await this.#saveState(client, applied, now);
      }
      return true;
    });
  }

  async listFor(userId: string): Promise<readonly Subscription[]> {
    const { rows } = await this.postgres.pool.query<{ row: Record<string, string | null> }>(
      'select to_jsonb(p) "row" from subscriptions p where user_id = $1 order by started_at desc, id',
      [userId],
    );
    return rows.map(({ row }) => parseStoredSubscription(row));
  }

  async listOverdue(provider: Subscription['provider'], before: Date, limit: number): Promise<readonly string[]> {
    const { rows } = await this.postgres.jobPool.query<{ id: string }>(
      `select id from subscriptions
       where provider = $1 and ended_at is null and status <> 'paused' and user_id is not null
         and least(period_ends_at, ends_at) < $2 and changed_at < $2 and (checked_at is null or checked_at < $2)
       order by checked_at nulls first, period_ends_at, id limit $3`,
      [provider, before, limit],
    );
    return rows.map(({ id }) => id);
  }

  async markChecked(provider: Subscription['provider'], id: string, now: Date): Promise<void> {
    await this.postgres.jobPool.query('update subscriptions set checked_at = $3 where provider = $1 and id = $2', [provider, id, now]);
  }

  /** Writes the state, and the letter the first time it gives somebody Premium. */
  async #saveState(client: PoolClient, { subscription, user_id }: OwnedSubscription, now: Date): Promise<void> {
    const { provider, id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at } = subscription;
    const { rows } = await client.query<{ user_id: string | null; email: string | null; welcomed_at: Date | null }>(
      `insert into subscriptions as known
         (provider, id, user_id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (provider, id) do update set user_id = coalesce(excluded.user_id, known.user_id), customer_id = $4, status = $5,
         started_at = $6, period_ends_at = $7, ends_at = $8, past_due_since = $9, ended_at = $10, changed_at = $11
       returning user_id, welcomed_at, (select email from users u where u.id = known.user_id) email`,
      [provider, id, user_id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at, now],
    );
    const [row] = rows;
    if (!row || row.user_id === null || row.email === null || row.welcomed_at !== null || !givesPremium(subscription, now)) return;
    await client.query('update subscriptions set welcomed_at = $3 where provider = $1 and id = $2', [provider, id, now]);
    await queueEmails(client, [premiumStartedEmail(this.emailBranding.contextFor(row.email, row.user_id))], now);
  }
}

/** False when the event was there. A buyer who has gone since leaves the event without one. */
async function insertEvent(client: PoolClient, notice: EvaluatedNotice, now: Date): Promise<boolean> {
  const { provider, event_id, subscription_id, user_id, kind, occurred_at, effect, raw } = notice;
  const { rowCount } = await client.query(
    `insert into billing_events (provider, event_id, subscription_id, user_id, kind, occurred_at, received_at, effect, event)
     values ($1, $2, $3, (select id from users where id = $4), $5, $6, $7, $8, $9)
     on conflict (provider, event_id) do nothing`,
    [provider, event_id, subscription_id, user_id, kind, occurred_at, now, effect && JSON.stringify(effect), JSON.stringify(raw)],
  );
  return rowCount === 1;
}

async function findEvents(client: PoolClient, provider: string, id: string): Promise<BillingEvent[]> {
  const { rows } = await client.query<BillingEventRow>(
    'select event_id, occurred_at, user_id, effect from billing_events where provider = $1 and subscription_id = $2 and effect is not null',
    [provider, id],
  );
  return rows;
}
