import { randomUUID } from 'node:crypto';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import type { EvaluatedState } from '#domain/subscriptions/billing-notice';
import { type EvaluatedNotice, Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { untilWaiting } from '../../support/app/waiting-request';
import { emailBranding, useTypeormDatabase } from '../../support/database/typeorm-database';

const now = new Date('2026-11-21T12:00:00Z');
const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

/** An accepted state of an active subscription whose period ends in 20 days. */
const activeState = (overrides: Partial<EvaluatedState> = {}): EvaluatedState => ({
  what: 'state',
  status: 'active',
  customer_id: 'ctm_1',
  started_at: new Date(now.getTime() - 10 * DAY_MS).toISOString(),
  period_ends_at: new Date(now.getTime() + 20 * DAY_MS).toISOString(),
  ends_at: null,
  stopped_at: null,
  price_id: 'pri_premium',
  accepted: true,
  ...overrides,
});

describe('subscriptions in Postgres', () => {
  const database = useTypeormDatabase();
  let subscriptions: Subscriptions;
  let userId: string;
  beforeAll(async () => {
    subscriptions = new Subscriptions(database.dataSource, database.jobDataSource, emailBranding);
  });
  beforeEach(async () => {
    await database.pool.query('truncate subscriptions, billing_events, emails');
    userId = await database.insertUser();
  });

  /** The users who got the email that Premium has started. */
  const emailedUserIds = async () =>
    (await database.pool.query<{ user_id: string }>(`select user_id from emails where kind = 'premium' order by id`)).rows.map(
      ({ user_id }) => user_id,
    );
  /** The subscriptions that the operator got such an email about. */
  const reportedIds = async (kind = 'duplicate-subscription') =>
    (
      await database.pool.query<{ text: string }>(
        `select content::text text from emails where kind = $1 and recipient = 'help@corklight.test'`,
        [kind],
      )
    ).rows.map(({ text }) => /sub_\w+/.exec(text)?.[0] ?? '');

  const noticeOf = (overrides: Partial<EvaluatedNotice> = {}): EvaluatedNotice => ({
    provider: 'paddle',
    event_id: `evt_${randomUUID()}`,
    kind: 'subscription.updated',
    occurred_at: now,
    subscription_id: 'sub_1',
    effect: activeState(),
    user_id: userId,
    raw: { event: true },
    ...overrides,
  });
  const record = (overrides: Partial<EvaluatedNotice> = {}, at = now) => subscriptions.record(noticeOf(overrides), at);

  it('finds buyers with their role', async () => {
    const adminId = await database.insertUser({ role_id: ADMIN_ROLE });
    expect(await subscriptions.findBuyer(userId)).toMatchObject({ id: userId, role_id: USER_ROLE });
    expect(await subscriptions.findBuyer(adminId)).toMatchObject({ id: adminId, role_id: ADMIN_ROLE });
    expect(await subscriptions.findBuyer(randomUUID())).toBeNull();
    expect(await subscriptions.findBuyer('not an id')).toBeNull();
  });

  it('applies an event once', async () => {
    const notice = noticeOf();
    const results = await Promise.all(Array.from({ length: 5 }, () => subscriptions.record(notice, now)));
    expect(results.filter(({ isNew }) => isNew)).toEqual([{ isNew: true, startsPremium: true }]);
    expect(await subscriptions.listFor(userId)).toMatchObject([
      { provider: 'paddle', id: 'sub_1', status: 'active', customer_id: 'ctm_1', period_ends_at: new Date(now.getTime() + 20 * DAY_MS) },
    ]);
  });

  it('computes a state from concurrent events', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        record({ occurred_at: hoursFromNow(index), effect: activeState({ customer_id: `ctm_${index}` }) }),
      ),
    );
    expect(await subscriptions.listFor(userId)).toMatchObject([{ customer_id: 'ctm_7' }]);
  });

  it('stores events without an effect or a subscription', async () => {
    expect(await record({ effect: null })).toEqual({ isNew: true, startsPremium: false });
    expect(await record({ effect: null, subscription_id: null })).toEqual({ isNew: true, startsPremium: false });
    expect(await subscriptions.listFor(userId)).toEqual([]);
  });

  it('keeps the first buyer, and needs one', async () => {
    await record({ subscription_id: 'sub_unknown', user_id: null });
    await record({ subscription_id: 'sub_gone', user_id: randomUUID() });
    expect(await subscriptions.listFor(userId)).toEqual([]);
    await record();
    await record({ occurred_at: hoursFromNow(1), user_id: await database.insertUser() });
    await record({ occurred_at: hoursFromNow(2), user_id: null });
    expect(await subscriptions.listFor(userId)).toHaveLength(1);
  });

  it.each([
    ['names the buyer', () => userId],
    ['names no one', () => null],
  ])('records a notice that %s while the account is being deleted', async (_, buyer) => {
    await record();
    const deleting = await database.pool.connect();
    await deleting.query('begin');
    await deleting.query('delete from users where id = $1', [userId]);
    const recorded = record({ occurred_at: hoursFromNow(1), user_id: buyer(), effect: activeState({ customer_id: 'ctm_2' }) });
    await untilWaiting(database.pool, 1);
    await deleting.query('commit');
    deleting.release();
    expect(await recorded).toEqual({ isNew: true, startsPremium: false });
    expect((await database.pool.query('select user_id, customer_id from subscriptions')).rows).toEqual([
      { user_id: null, customer_id: 'ctm_2' },
    ]);
  });

  it('emails the buyer once, when Premium starts', async () => {
    await record({
      subscription_id: 'sub_ended',
      effect: activeState({
        status: 'canceled',
        stopped_at: hoursFromNow(-48).toISOString(),
        period_ends_at: hoursFromNow(-48).toISOString(),
      }),
    });
    expect(await emailedUserIds()).toEqual([]);
    await record();
    await record({ occurred_at: hoursFromNow(1) });
    expect(await emailedUserIds()).toEqual([userId]);
  });

  it("lists a user's subscriptions, newest first", async () => {
    await record({ subscription_id: 'sub_old', effect: activeState({ started_at: hoursFromNow(-400).toISOString() }) });
    await record({ subscription_id: 'sub_new', effect: activeState({ started_at: hoursFromNow(-40).toISOString() }) });
    expect((await subscriptions.listFor(userId)).map(({ id }) => id)).toEqual(['sub_new', 'sub_old']);
    expect(await subscriptions.listFor(await database.insertUser())).toEqual([]);
  });

  it('finds the users with more than one subscription that renews', async () => {
    const otherId = await database.insertUser();
    await record({ subscription_id: 'sub_1' });
    await record({ subscription_id: 'sub_other', user_id: otherId });
    await record({ subscription_id: 'sub_ending', effect: activeState({ ends_at: hoursFromNow(24).toISOString() }) });
    await record({ subscription_id: 'sub_sandbox', provider: 'sandbox' });
    expect(await subscriptions.listUsersWithSeveral('paddle')).toEqual([]);
    await record({ subscription_id: 'sub_2' });
    expect(await subscriptions.listUsersWithSeveral('paddle')).toEqual([userId]);
  });

  it('tells the operator once about a duplicate', async () => {
    await record();
    const [duplicate] = await subscriptions.listFor(userId);
    await subscriptions.reportDuplicate(duplicate!, now);
    await subscriptions.reportDuplicate(duplicate!, now);
    expect(await reportedIds()).toEqual(['sub_1']);
  });

  it('tells the operator once about one that gives Premium to no one, unless it ends or is someone else’s', async () => {
    const gone = randomUUID();
    await record({ subscription_id: 'sub_foreign', user_id: null });
    await record({ subscription_id: 'sub_cheap', effect: activeState({ accepted: false }) });
    await record({ subscription_id: 'sub_ending', user_id: gone, effect: activeState({ ends_at: hoursFromNow(9).toISOString() }) });
    for (const hours of [0, 1]) await record({ subscription_id: 'sub_late', user_id: gone, occurred_at: hoursFromNow(hours) });
    expect(await reportedIds('subscription-without-account')).toEqual(['sub_late']);
    expect(await reportedIds('subscription-without-premium')).toEqual(['sub_cheap']);
  });

  it('lists overdue subscriptions, longest unchecked first', async () => {
    const longAgo = hoursFromNow(-1_000);
    const endedPeriod = { period_ends_at: hoursFromNow(-100).toISOString() };
    const recordState = (id: string, state: Partial<EvaluatedState>, more: Partial<EvaluatedNotice> = {}, at = longAgo) =>
      record({ subscription_id: id, effect: activeState({ ...endedPeriod, ...state }), ...more }, at);
    await recordState('sub_late', {});
    await recordState('sub_checked', {});
    await recordState('sub_scheduled_end', { period_ends_at: hoursFromNow(24).toISOString(), ends_at: hoursFromNow(-50).toISOString() });
    await recordState('sub_running', { period_ends_at: hoursFromNow(24).toISOString() });
    await recordState('sub_canceled', { status: 'canceled', stopped_at: hoursFromNow(-90).toISOString() });
    await recordState('sub_paused', { status: 'paused', stopped_at: hoursFromNow(-90).toISOString() });
    await recordState('sub_changed', {}, {}, now);
    await recordState('sub_sandbox', {}, { provider: 'sandbox' });
    await recordState('sub_without_owner', {}, { user_id: null });
    await subscriptions.markChecked('paddle', 'sub_checked', hoursFromNow(-50));
    const listOverdue = (limit = 10) => subscriptions.listOverdue('paddle', hoursFromNow(-26), limit);
    const overdue = await listOverdue();
    expect(overdue.toSorted()).toEqual(['sub_checked', 'sub_late', 'sub_scheduled_end']);
    expect(overdue.at(-1)).toBe('sub_checked');
    expect(await listOverdue(2)).toHaveLength(2);
    for (const id of overdue) await subscriptions.markChecked('paddle', id, now);
    expect(await listOverdue()).toEqual([]);
  });
});
