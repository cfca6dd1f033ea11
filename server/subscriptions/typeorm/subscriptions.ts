import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, LessThan, Not } from 'typeorm';
import {
  duplicateSubscriptionEmail,
  EmailBranding,
  premiumStartedEmail,
  subscriptionWithoutAccountEmail,
  subscriptionWithoutPremiumEmail,
} from '#domain/mail/emails';
import { applyNotices, type OwnedSubscription } from '#domain/subscriptions/apply-notices';
import type { BillingEffect, BillingEvent, BillingNotice } from '#domain/subscriptions/billing-notice';
import { isUserId } from '#domain/subscriptions/passthrough';
import { givesPremium, type Subscription, willRenew } from '#domain/subscriptions/subscription';
import { JobDataSource } from '#server/database/data-source';
import { type UserRow, userSchema } from '#server/database/schema/auth.schema';
import { billingEventSchema, subscriptionSchema, type SubscriptionRow } from '#server/database/schema/subscriptions.schema';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** The class of our advisory locks on subscriptions; the second key is the hash of provider and id. */
const SUBSCRIPTION_LOCK_CLASS = 7_305_114;

/** A notice with its effect and its verified buyer, whose account may be deleted. */
export interface EvaluatedNotice extends Omit<BillingNotice, 'change' | 'items' | 'discounted' | 'custom_data' | 'claimed_user_id'> {
  readonly effect: BillingEffect | null;
  readonly user_id: string | null;
}

type SavedSubscription = Pick<SubscriptionRow, 'user_id' | 'welcomed_at'> & { readonly is_new: boolean };

/** Billing events and the subscriptions computed from them: the tables `billing_events` and `subscriptions`. */
@Injectable()
export class Subscriptions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobDataSource: JobDataSource,
    private readonly emailBranding: EmailBranding,
  ) {}

  /** Returns the account with this id, which can own a subscription; null when there is none. */
  async findBuyer(userId: string): Promise<Pick<UserRow, 'id' | 'role_id'> | null> {
    if (!isUserId(userId)) return null;
    return this.dataSource.manager.findOne(userSchema, { select: { id: true, role_id: true }, where: { id: userId } });
  }

  /**
   * Stores a notice, the subscription's new state, and the email when Premium starts, in one transaction that is serialized per
   * subscription. Idempotent: an event that is known is not new, and changes nothing. `startsPremium`: whether its subscription gives its
   * owner Premium for the first time.
   */
  record(notice: EvaluatedNotice, now: Date) {
    return this.dataSource.transaction(async (manager) => {
      const { provider, subscription_id, effect } = notice;
      if (!(await insertEvent(manager, notice, now))) return { isNew: false, startsPremium: false };
      if (subscription_id === null || effect === null) return { isNew: true, startsPremium: false };
      const applied = applyNotices(provider, subscription_id, await findEvents(manager, provider, subscription_id));
      return { isNew: true, startsPremium: applied !== null && (await this.#saveState(manager, applied, notice.user_id, now)) };
    });
  }

  /** Returns a user's subscriptions, newest first. */
  listFor(userId: string): Promise<readonly Subscription[]> {
    return this.dataSource.manager.find(subscriptionSchema, { where: { user_id: userId }, order: { started_at: 'DESC', id: 'ASC' } });
  }

  /** Returns the ids of running subscriptions whose period ended before this time and that were not checked since, longest unchecked first. */
  async listOverdue(provider: Subscription['provider'], before: Date, limit: number): Promise<readonly string[]> {
    const overdue = await this.jobDataSource.manager
      .createQueryBuilder(subscriptionSchema, 's')
      .select(['s.provider', 's.id'])
      .where({ provider, ended_at: IsNull(), status: Not('paused'), user_id: Not(IsNull()), changed_at: LessThan(before) })
      .andWhere('least(s.period_ends_at, s.ends_at) < :before and (s.checked_at is null or s.checked_at < :before)', { before })
      .orderBy({ 's.checked_at': { order: 'ASC', nulls: 'NULLS FIRST' }, 's.period_ends_at': 'ASC', 's.id': 'ASC' })
      .limit(limit)
      .getMany();
    return overdue.map(({ id }) => id);
  }

  /** Returns the users with more than one subscription that renews. */
  async listUsersWithSeveral(provider: Subscription['provider']): Promise<readonly string[]> {
    const users = await this.jobDataSource.manager
      .createQueryBuilder(subscriptionSchema, 's')
      .select('s.user_id', 'user_id')
      .where({ provider, ended_at: IsNull(), ends_at: IsNull(), status: Not(In(['canceled', 'paused'])), user_id: Not(IsNull()) })
      .groupBy('s.user_id')
      .having('count(*) > 1')
      .getRawMany<{ user_id: string }>();
    return users.map(({ user_id }) => user_id);
  }

  /** Emails the operator, once per subscription, that a user has bought Premium a second time. */
  async reportDuplicate(subscription: Subscription, now: Date): Promise<void> {
    const { provider, id } = subscription;
    await this.jobDataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        subscriptionSchema,
        { provider, id, duplicate_reported_at: IsNull() },
        { duplicate_reported_at: now },
      );
      if (affected !== 1) return;
      await queueEmails(manager, [duplicateSubscriptionEmail(this.emailBranding.operatorContext(), subscription)], now);
    });
  }

  /** Records that a subscription was checked with the provider. */
  async markChecked(provider: Subscription['provider'], id: string, now: Date): Promise<void> {
    await this.jobDataSource.manager.update(subscriptionSchema, { provider, id }, { checked_at: now });
  }

  /**
   * Saves the state, and queues an email the first time it gives its owner Premium; returns whether it did. The operator gets one if it is
   * new and renews, but gives no one Premium: its buyer's account is deleted, or it was not sold at our price.
   */
  async #saveState(
    manager: EntityManager,
    { subscription, user_id }: OwnedSubscription,
    buyerId: string | null,
    now: Date,
  ): Promise<boolean> {
    const { provider, id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at } = subscription;
    const parameters = [provider, id, user_id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at, now];
    const [saved] = await manager.query<SavedSubscription[]>(UPSERT_SUBSCRIPTION, parameters);
    if (saved?.is_new && saved.user_id === null && buyerId !== null && willRenew(subscription)) {
      const hasAccount = await manager.existsBy(userSchema, { id: buyerId });
      const email = hasAccount ? subscriptionWithoutPremiumEmail : subscriptionWithoutAccountEmail;
      await queueEmails(manager, [email(this.emailBranding.operatorContext(), subscription)], now);
    }
    if (!saved || saved.user_id === null || saved.welcomed_at !== null || !givesPremium(subscription, now)) return false;
    const owner = await manager.findOne(userSchema, { select: { id: true, email: true }, where: { id: saved.user_id } });
    if (!owner) return false;
    await manager.update(subscriptionSchema, { provider, id }, { welcomed_at: now });
    await queueEmails(manager, [premiumStartedEmail(this.emailBranding.contextFor(owner.email, owner.id))], now);
    return true;
  }
}

/**
 * Inserts the event and locks its subscription until the transaction ends, so that each computation sees all events before it. Returns
 * false when the event is known. The event of a buyer whose account is deleted meanwhile has no user: it waits for that.
 */
async function insertEvent(manager: EntityManager, notice: EvaluatedNotice, now: Date): Promise<boolean> {
  const { raw: event, user_id: userId, ...columns } = notice;
  const lockName = `${notice.provider}:${notice.subscription_id}`;
  const { raw } = await manager
    .createQueryBuilder()
    .insert()
    .into(billingEventSchema)
    .values({ ...columns, event, received_at: now, user_id: () => '(select id from users where id = :userId for key share)' })
    .setParameters({ userId, lockClass: SUBSCRIPTION_LOCK_CLASS, lockName })
    .orIgnore()
    .updateEntity(false)
    .returning(notice.subscription_id === null ? 'event_id' : 'pg_advisory_xact_lock(:lockClass, hashtext(:lockName))')
    .execute();
  return (raw as readonly unknown[]).length === 1;
}

/** Each notice runs the two statements below, which the query builder makes 0.3 to 0.4 ms slower. Without a verified buyer the known owner stays. */
const UPSERT_SUBSCRIPTION = `
  insert into subscriptions as known
    (provider, id, user_id, customer_id, status, started_at, period_ends_at, ends_at, past_due_since, ended_at, changed_at)
  select $1, $2, (select id from users where id = $3 for key share), $4, $5, $6, $7, $8, $9, $10, $11
  on conflict (provider, id) do update set
    user_id = coalesce(excluded.user_id, known.user_id), customer_id = $4, status = $5, started_at = $6, period_ends_at = $7,
    ends_at = $8, past_due_since = $9, ended_at = $10, changed_at = $11
  returning user_id, welcomed_at, xmax = 0 is_new`;

const SELECT_EVENTS = `
  select event_id, occurred_at, user_id, effect from billing_events
  where provider = $1 and subscription_id = $2 and effect is not null`;

const findEvents = (manager: EntityManager, provider: Subscription['provider'], id: string): Promise<BillingEvent[]> =>
  manager.query<BillingEvent[]>(SELECT_EVENTS, [provider, id]);
