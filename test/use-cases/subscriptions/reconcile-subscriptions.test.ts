import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Unavailable } from '#domain/errors';
import { LockScope } from '#domain/lock-scope';
import { Secrets } from '#domain/secrets';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { parsePaddleNotice } from '#server/subscriptions/paddle/notice';
import { Payments } from '#domain/subscriptions/payments';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { DAY_MS, paddleNotice, paddleSettings, subscriptionData } from '../../support/servers/paddle-notices';

/** A provider that tells what it is given. */
class FakePayments extends Payments {
  readonly checkoutSettings = { provider: 'paddle', environment: 'sandbox', client_token: null } as const;
  readonly prices = { price_id: 'pri_premium', admin_price_id: null };
  readonly requestedIds: string[] = [];
  readonly currentNotices = new Map<string, BillingNotice>();
  isDown = false;

  verifyNotice(): never {
    throw new Unavailable('not asked for');
  }

  createLink(): Promise<null> {
    return Promise.resolve(null);
  }

  cancel(): Promise<null> {
    return Promise.resolve(null);
  }

  fetchCurrentState(id: string): Promise<BillingNotice | null> {
    this.requestedIds.push(id);
    return this.isDown ? Promise.reject(new Unavailable('down')) : Promise.resolve(this.currentNotices.get(id) ?? null);
  }
}

describe('asking about subscriptions nobody told us of', () => {
  let server: TestAppWithDatabase;
  let owner: string;
  beforeAll(async () => {
    server = await createTestAppWithDatabase(paddleSettings);
    owner = (await server.createUser('free')).id;
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.pool.query('truncate subscriptions, billing_events, job_runs'));

  const insertSubscription = (id: string, hoursAgo: number, more: Record<string, unknown> = {}) => {
    const row = {
      provider: 'paddle',
      id,
      user_id: owner,
      status: 'active',
      started_at: new Date(Date.now() - 60 * DAY_MS),
      period_ends_at: new Date(Date.now() - hoursAgo * 3_600_000),
      changed_at: new Date(Date.now() - 30 * DAY_MS),
      ...more,
    };
    const names = Object.keys(row);
    return server.database.pool.query(
      `insert into subscriptions (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const createReconciliation = (payments: FakePayments) => {
    const subscriptions = server.app.get(Subscriptions, { strict: false });
    const clock = server.app.get(Clock);
    const notices = new ApplyPaymentNotice(
      payments,
      subscriptions,
      server.app.get(Secrets),
      clock,
      server.app.get(SecurityLog, { strict: false }),
    );
    return new ReconcileSubscriptions(payments, subscriptions, notices, clock);
  };

  it('asks about those whose renewal is 26 hours overdue, and about no others', async () => {
    await insertSubscription('sub_late', 27);
    await insertSubscription('sub_later', 100, { status: 'past_due' });
    await insertSubscription('sub_to_end', 100, {
      period_ends_at: new Date(Date.now() + DAY_MS),
      ends_at: new Date(Date.now() - 2 * DAY_MS),
    });
    await insertSubscription('sub_in_time', 25);
    await insertSubscription('sub_running', -100);
    await insertSubscription('sub_over', 100, { status: 'canceled', ended_at: new Date() });
    await insertSubscription('sub_paused', 100, { status: 'paused' });
    await insertSubscription('sub_heard_of', 100, { changed_at: new Date() });
    await insertSubscription('sub_asked', 100, { checked_at: new Date() });
    await insertSubscription('sub_sandbox', 100, { provider: 'sandbox' });
    const payments = new FakePayments();
    expect(await createReconciliation(payments).run(new LockScope())).toBe(3);
    expect(payments.requestedIds.toSorted()).toEqual(['sub_late', 'sub_later', 'sub_to_end']);
    expect(await createReconciliation(payments).run(new LockScope())).toBe(0);
  });

  it('takes in what it is told, as if the notice had come', async () => {
    await insertSubscription('sub_lost', 48);
    const payments = new FakePayments();
    const renewed = subscriptionData({ id: 'sub_lost' });
    payments.currentNotices.set(
      'sub_lost',
      parsePaddleNotice('paddle', paddleNotice('subscription.updated', renewed, { event_id: 'api:sub_lost:1' })),
    );
    await createReconciliation(payments).run(new LockScope());
    const { rows } = await server.database.pool.query<{ period_ends_at: Date; user_id: string }>(
      'select period_ends_at, user_id from subscriptions',
    );
    expect(rows).toEqual([
      { period_ends_at: new Date((renewed['current_billing_period'] as { ends_at: string }).ends_at), user_id: owner },
    ]);
  });

  it('stops when the provider is down, and asks again later', async () => {
    await insertSubscription('sub_late', 27);
    const payments = new FakePayments();
    payments.isDown = true;
    const job = createReconciliation(payments);
    await expect(job.run(new LockScope())).rejects.toThrow('down');
    payments.isDown = false;
    expect(await job.run(new LockScope())).toBe(1);
    expect(payments.requestedIds).toHaveLength(2);
    expect(await job.run(new LockScope())).toBe(0);
  });
});
