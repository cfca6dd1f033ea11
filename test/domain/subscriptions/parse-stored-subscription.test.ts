import { parseStoredSubscription, premiumSubscriptions, type Subscription } from '#domain/subscriptions/subscription';
import { subscriptionAsOf } from '../../support/stored-subscription';

describe('a stored subscription', () => {
  const subscription: Subscription = {
    provider: 'sandbox',
    id: 'sub_1',
    customer_id: 'ctm_1',
    status: 'past_due',
    started_at: new Date('2026-03-01T08:00:00Z'),
    period_ends_at: new Date('2026-04-01T08:00:00Z'),
    ends_at: new Date('2026-04-02T08:00:00Z'),
    past_due_since: new Date('2026-04-03T08:00:00Z'),
    ended_at: new Date('2026-04-04T08:00:00Z'),
  };

  it.each<[string, Subscription]>([
    ['with every field', subscription],
    ['that runs', { ...subscription, status: 'active', ends_at: null, past_due_since: null, ended_at: null }],
    ['without a customer and a period', { ...subscription, customer_id: null, period_ends_at: null }],
  ])('%s is the same after it was written as JSON', (_, stored) => {
    const row = JSON.parse(JSON.stringify(stored)) as Record<string, string | null>;
    expect(parseStoredSubscription(row)).toEqual(stored);
  });

  it('has null for times that the row lacks', () => {
    const row = { provider: 'paddle', id: 'sub_2', status: 'active', started_at: '2026-03-01T08:00:00.000Z' };
    expect(parseStoredSubscription(row)).toEqual({
      ...row,
      customer_id: null,
      started_at: new Date('2026-03-01T08:00:00Z'),
      period_ends_at: null,
      ends_at: null,
      past_due_since: null,
      ended_at: null,
    });
  });
});

describe('the stored subscriptions that give Premium', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const ended = { status: 'canceled', ended_at: new Date('2026-04-01T00:00:00Z'), ends_at: new Date('2026-04-01T00:00:00Z') } as const;
  const rowOf = (overrides: Partial<Subscription>) =>
    JSON.parse(JSON.stringify(subscriptionAsOf(now, overrides))) as Record<string, string | null>;
  const idsOf = (overrides: readonly Partial<Subscription>[] | null, countsSandbox: boolean) =>
    premiumSubscriptions(overrides && overrides.map(rowOf), now, countsSandbox).map(({ id }) => id);

  it.each<[string, readonly Partial<Subscription>[] | null, boolean, readonly string[]]>([
    ['are none of a user without any', null, true, []],
    ['are those that run', [{ id: 'runs' }, { id: 'over', ...ended }], false, ['runs']],
    ['include those of the sandbox while it is the provider', [{ id: 'a', provider: 'sandbox' }, { id: 'b' }], true, ['a', 'b']],
    ['leave out those of the sandbox elsewhere', [{ id: 'a', provider: 'sandbox' }, { id: 'b' }], false, ['b']],
    ['leave out one of the sandbox that is over', [{ id: 'a', provider: 'sandbox', ...ended }], true, []],
  ])('%s', (_, stored, countsSandbox, ids) => {
    expect(idsOf(stored, countsSandbox)).toEqual(ids);
  });
});
