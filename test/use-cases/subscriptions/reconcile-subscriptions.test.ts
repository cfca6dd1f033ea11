import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Unavailable } from '#domain/errors';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { Secrets } from '#domain/secrets';
import type { BillingNotice } from '#domain/subscriptions/billing';
import { readNotice } from '#domain/subscriptions/paddle-notice';
import { Payments } from '#domain/subscriptions/payments';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { type OwnSite, ownSite } from '../../support/app';
import { DAY, notice, paddleSettings, subscriptionData } from '../../api/subscriptions/paddle-notices';

/** A provider that tells what it is given. */
class TellingPayments extends Payments {
  readonly checkout = { provider: 'paddle', environment: 'sandbox', client_token: null } as const;
  readonly prices = { price_id: 'pri_premium', admin_price_id: null };
  readonly asked: string[] = [];
  readonly known = new Map<string, BillingNotice>();
  down = false;

  notice(): never {
    throw new Unavailable('not asked for');
  }

  link(): Promise<null> {
    return Promise.resolve(null);
  }

  cancel(): Promise<null> {
    return Promise.resolve(null);
  }

  current(id: string): Promise<BillingNotice | null> {
    this.asked.push(id);
    return this.down ? Promise.reject(new Unavailable('down')) : Promise.resolve(this.known.get(id) ?? null);
  }
}

describe('asking about subscriptions nobody told us of', () => {
  let server: OwnSite;
  let owner: string;
  beforeAll(async () => {
    server = await ownSite(paddleSettings);
    owner = (await server.person('free')).id;
  });
  afterAll(() => server.close());
  beforeEach(() => server.database.pool.query('truncate subscriptions, billing_events, job_runs'));

  const kept = (id: string, hoursAgo: number, more: Record<string, unknown> = {}) => {
    const row = {
      provider: 'paddle',
      id,
      user_id: owner,
      status: 'active',
      started_at: new Date(Date.now() - 60 * DAY),
      period_ends_at: new Date(Date.now() - hoursAgo * 3_600_000),
      changed_at: new Date(Date.now() - 30 * DAY),
      ...more,
    };
    const names = Object.keys(row);
    return server.database.pool.query(
      `insert into subscriptions (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const reconciling = (payments: TellingPayments) => {
    const subscriptions = server.app.get(Subscriptions, { strict: false });
    const clock = server.app.get(Clock);
    const notices = new ApplyPaymentNotice(
      payments,
      subscriptions,
      server.app.get(Secrets),
      clock,
      server.app.get(SecurityLog, { strict: false }),
    );
    return new ReconcileSubscriptions(payments, subscriptions, notices, server.app.get(Jobs, { strict: false }), clock);
  };

  it('asks about those whose renewal is 26 hours overdue, and about no others', async () => {
    await kept('sub_late', 27);
    await kept('sub_later', 100, { status: 'past_due' });
    await kept('sub_to_end', 100, { period_ends_at: new Date(Date.now() + DAY), ends_at: new Date(Date.now() - 2 * DAY) });
    await kept('sub_in_time', 25);
    await kept('sub_running', -100);
    await kept('sub_over', 100, { status: 'canceled', ended_at: new Date() });
    await kept('sub_paused', 100, { status: 'paused' });
    await kept('sub_heard_of', 100, { changed_at: new Date() });
    await kept('sub_asked', 100, { checked_at: new Date() });
    await kept('sub_sandbox', 100, { provider: 'sandbox' });
    const payments = new TellingPayments();
    expect(await reconciling(payments).run()).toBe(3);
    expect(payments.asked.toSorted()).toEqual(['sub_late', 'sub_later', 'sub_to_end']);
    expect(await reconciling(payments).run()).toBe(0);
  });

  it('takes in what it is told, as if the notice had come', async () => {
    await kept('sub_lost', 48);
    const payments = new TellingPayments();
    const renewed = subscriptionData({ id: 'sub_lost' });
    payments.known.set('sub_lost', readNotice('paddle', notice('subscription.updated', renewed, { event_id: 'api:sub_lost:1' })));
    await reconciling(payments).run();
    const { rows } = await server.database.pool.query<{ period_ends_at: Date; user_id: string }>(
      'select period_ends_at, user_id from subscriptions',
    );
    expect(rows).toEqual([
      { period_ends_at: new Date((renewed['current_billing_period'] as { ends_at: string }).ends_at), user_id: owner },
    ]);
  });

  it('stops when the provider is down, and asks again later', async () => {
    await kept('sub_late', 27);
    const payments = new TellingPayments();
    payments.down = true;
    const job = reconciling(payments);
    await expect(job.nightly()).rejects.toThrow('down');
    payments.down = false;
    const again: JobOutcome = await job.nightly();
    expect([again, payments.asked.length]).toEqual(['ran', 2]);
    expect(await job.nightly()).toBe('done');
  });
});
