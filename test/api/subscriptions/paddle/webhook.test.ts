import { DAY_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { readConfig } from '#server/config/config';
import { sandboxWebhookSecret } from '#server/subscriptions/sandbox/payments';
import { type TestResponse, createTestApp, useTestApp } from '../../../support/app/test-app';
import { testKeys } from '../../../support/app/test-keys';
import type { TestUser } from '../../../support/app/test-users';
import {
  adjustmentData,
  newPaddleId,
  type Notice,
  paddleNotice,
  paddleSettings,
  priceItems,
  WEBHOOK_SECRET,
  signNotice,
  subscriptionData,
} from '../../../support/servers/paddle-notices';

const WEBHOOK_URL = '/api/webhooks/paddle';

describe("the payment provider's notices", () => {
  const server = useTestApp({ settings: paddleSettings });
  let buyer: TestUser;
  let custom: Record<string, string>;
  beforeAll(async () => {
    buyer = await server.createUser('free');
    custom = await passthroughFor(buyer);
  });

  const passthroughFor = async (person: TestUser) =>
    (await server.request('GET', '/api/checkout', { as: person })).body['custom_data'] as Record<string, string>;
  const postWebhook = (body: string, signatureHeader: string | undefined, type = 'application/json'): Promise<TestResponse> =>
    server.request('POST', WEBHOOK_URL, {
      as: null,
      body,
      headers: { 'content-type': type, ...(signatureHeader === undefined ? {} : { 'paddle-signature': signatureHeader }) },
    });
  const deliverNotice = (what: Notice) => {
    const body = JSON.stringify(what);
    return postWebhook(body, signNotice(body));
  };
  const isPremium = async (person: TestUser) =>
    (await server.request('GET', '/api/users/me/subscription', { as: person })).body['is_premium'];
  const storedState = async () => {
    const { rows } = await server.database.pool.query<{ state: string }>(
      `select (select coalesce(jsonb_agg(to_jsonb(e) order by event_id), '[]') from billing_events e)::text
         || (select coalesce(jsonb_agg(to_jsonb(s) order by id), '[]') from subscriptions s)::text
         || (select count(*) from emails)::text state`,
    );
    return rows[0]?.state;
  };
  const billingEvents = async (id: string) =>
    (await server.database.pool.query('select * from billing_events where event_id = $1', [id])).rows as Record<string, unknown>[];
  const countPremiumEmails = async (person: TestUser) =>
    (
      await server.database.pool.query<{ n: number }>("select count(*)::int n from emails where user_id = $1 and kind = 'premium'", [
        person.id,
      ])
    ).rows[0]?.n;

  /** A purchase by a new user, with its own subscription. */
  const createPurchase = async (given: Record<string, unknown> = {}) => {
    const person = await server.createUser('free');
    const id = newPaddleId('sub');
    return { person, id, data: subscriptionData({ id, custom_data: await passthroughFor(person), ...given }) };
  };

  describe('refused notices', () => {
    const body = JSON.stringify(paddleNotice('subscription.created', subscriptionData({ id: 'sub_forged' })));
    const other = JSON.stringify(paddleNotice('subscription.created', subscriptionData({ id: 'sub_other' })));
    const now = Math.floor(Date.now() / 1_000);
    it.each<[string, () => Promise<TestResponse>, number]>([
      ['no signature', () => postWebhook(body, undefined), 400],
      ['the signature of another body', () => postWebhook(body, signNotice(other)), 400],
      ['a notice that is more than 300 seconds old', () => postWebhook(body, signNotice(body, WEBHOOK_SECRET, now - 302)), 400],
      ['a notice signed by the sandbox', () => postWebhook(body, signNotice(body, sandboxWebhookSecret(server.app.get(Secrets)))), 400],
      ['invalid JSON', () => postWebhook('{"event_id":', signNotice('{"event_id":')), 400],
      [
        'a form',
        () =>
          postWebhook(
            'alert_name=subscription_created',
            signNotice('alert_name=subscription_created'),
            'application/x-www-form-urlencoded',
          ),
        400,
      ],
      [
        'more than 64 KB',
        () => {
          const big = JSON.stringify({ ...paddleNotice('x.y', {}), pad: 'x'.repeat(66_000) });
          return postWebhook(big, signNotice(big));
        },
        413,
      ],
      ['a malformed signed notice', () => postWebhook('[]', signNotice('[]')), 400],
    ])('%s', async (_, call, status) => {
      const before = await storedState();
      const postSigned = await call();
      expect(postSigned.status).toBe(status);
      expect(await storedState()).toBe(before);
    });
  });

  it.each([
    ['sandbox', 200, 400],
    ['none', 404, 404],
  ])('accepts only the notices of the provider with PAYMENT_PROVIDER=%s', async (provider, ofSandbox, ofPaddle) => {
    const site = await createTestApp(server.database.url, { settings: { PAYMENT_PROVIDER: provider } });
    try {
      const body = JSON.stringify(paddleNotice('address.updated', { id: 'add_1' }));
      const postSigned = async (secret: string) =>
        (
          await site.request('POST', WEBHOOK_URL, {
            as: null,
            body,
            headers: { 'content-type': 'application/json', 'paddle-signature': signNotice(body, secret) },
          })
        ).status;
      expect(await postSigned(WEBHOOK_SECRET)).toBe(ofPaddle);
      expect(await postSigned(sandboxWebhookSecret(site.app.get(Secrets)))).toBe(ofSandbox);
    } finally {
      await site.close();
    }
  });

  it('gives Premium to the buyer immediately, and sends one email', async () => {
    expect(await isPremium(buyer)).toBe(false);
    const created = paddleNotice('subscription.created', subscriptionData({ id: 'sub_buyer', custom_data: custom }));
    const postSigned = await deliverNotice(created);
    expect(postSigned).toMatchObject({ status: 200, text: '' });
    expect(await isPremium(buyer)).toBe(true);
    expect((await server.request('GET', '/api/boards?page=4', { as: buyer })).status).toBe(200);
    await deliverNotice(paddleNotice('subscription.updated', subscriptionData({ id: 'sub_buyer', custom_data: custom })));
    expect(await countPremiumEmails(buyer)).toBe(1);
  });

  it('accepts either of two secrets and of two signatures during a rotation', async () => {
    for (const header of [
      (body: string) => signNotice(body, 'pdl_ntfset_old'),
      (body: string) => `${signNotice(body, 'pdl_ntfset_gone')};${signNotice(body).split(';')[1]}`,
      (body: string) => `${signNotice(body)};${signNotice(body, 'pdl_ntfset_gone').split(';')[1]}`,
    ]) {
      const body = JSON.stringify(paddleNotice('address.updated', { id: 'add_1' }));
      expect((await postWebhook(body, header(body))).status).toBe(200);
    }
  });

  it('stores unknown events without an effect and without addresses', async () => {
    const unknown = paddleNotice('payment_method.saved', {
      id: 'paymtd_1',
      email: 'who@people.test',
      note: 'by who@people.test',
      nul: 'a\u0000b',
    });
    expect((await deliverNotice(unknown)).status).toBe(200);
    const [row] = await billingEvents(unknown.event_id);
    expect(row).toMatchObject({ kind: 'payment_method.saved', effect: null, subscription_id: null });
    expect(JSON.stringify(row)).not.toContain('@');
  });

  it('rolls back both the event and its effect after a failure between them', async () => {
    const { person, data } = await createPurchase();
    const created = paddleNotice('subscription.created', data);
    await server.database.pool.query(
      `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
       create trigger broken before insert on subscriptions for each row execute function broken()`,
    );
    expect((await deliverNotice(created)).status).toBe(500);
    expect(await billingEvents(created.event_id)).toHaveLength(0);
    expect(await countPremiumEmails(person)).toBe(0);
    await server.database.pool.query('drop trigger broken on subscriptions; drop function broken()');
    expect((await deliverNotice(created)).status).toBe(200);
    expect(await isPremium(person)).toBe(true);
    expect(await countPremiumEmails(person)).toBe(1);
  });

  describe('the buyer', () => {
    it.each<[string, (pass: Record<string, string>, stranger: Record<string, string>, id: string) => Record<string, unknown>]>([
      ['a lower price', (pass) => ({ custom_data: pass, items: priceItems('pri_premium', '99') })],
      ["the id with another user's signature", (_pass, stranger, id) => ({ custom_data: { ...stranger, user_id: id } })],
    ])('gives no Premium for %s', async (_, given) => {
      const person = await server.createUser('free');
      const stranger = await passthroughFor(await server.createUser('free'));
      const data = subscriptionData({ id: newPaddleId('sub'), ...given(await passthroughFor(person), stranger, person.id) });
      expect((await deliverNotice(paddleNotice('subscription.created', data))).status).toBe(200);
      expect(await isPremium(person)).toBe(false);
      expect(await countPremiumEmails(person)).toBe(0);
    });

    it('keeps the events of a buyer who has deleted the account', async () => {
      const { person, data } = await createPurchase();
      await server.database.pool.query('delete from users where id = $1', [person.id]);
      const created = paddleNotice('subscription.created', data);
      expect((await deliverNotice(created)).status).toBe(200);
      expect((await billingEvents(created.event_id))[0]).toMatchObject({ user_id: null });
      const paid = paddleNotice('transaction.billed', { id: newPaddleId('txn'), subscription_id: null, custom_data: data['custom_data'] });
      expect((await deliverNotice(paid)).status).toBe(200);
      for (const { event_id } of [created, paid]) {
        const [stored] = await billingEvents(event_id);
        expect(JSON.stringify(stored)).toContain('"user_id":"removed"');
        expect(JSON.stringify(stored)).not.toContain(person.id);
      }
    });
  });

  describe('Premium follows the paid period with every request', () => {
    const searchStatus = async (person: TestUser) => (await server.request('GET', '/api/boards?query=etsy', { as: person })).status;

    it('ends with the next request when the subscription expires', async () => {
      const { person, id, data } = await createPurchase();
      await deliverNotice(paddleNotice('subscription.created', data));
      expect(await searchStatus(person)).toBe(200);
      await server.database.pool.query("update subscriptions set ends_at = now() - interval '1 second' where id = $1", [id]);
      expect(await searchStatus(person)).toBe(403);
    });

    it.each<[string, (data: Record<string, unknown>, id: string) => Notice, number]>([
      ['a full refund', (_, id) => paddleNotice('adjustment.updated', adjustmentData({ subscription_id: id })), 403],
      [
        'a missed payment eight days ago',
        (data) =>
          paddleNotice(
            'subscription.past_due',
            { ...data, status: 'past_due' },
            { occurred_at: new Date(Date.now() - 8 * DAY_MS).toISOString() },
          ),
        403,
      ],
    ])('after %s', async (_, next, status) => {
      const { person, id, data } = await createPurchase();
      await deliverNotice(paddleNotice('subscription.created', data, { occurred_at: new Date(Date.now() - 10 * DAY_MS).toISOString() }));
      expect(await searchStatus(person)).toBe(200);
      expect((await deliverNotice(next(data, id))).status).toBe(200);
      expect(await searchStatus(person)).toBe(status);
    });
  });

  it('refuses a signed notice that is nested too deeply', async () => {
    const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
    const body = JSON.stringify(paddleNotice('address.updated', { id: 'add_1', nested: 0 })).replace('"nested":0', `"nested":${nested}`);
    expect(await postWebhook(body, signNotice(body))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('takes the tolerance from the settings', () => {
    expect(readConfig({ NODE_ENV: 'test', ...testKeys }).PADDLE_WEBHOOK_TOLERANCE).toBe(300);
    expect(() => readConfig({ NODE_ENV: 'test', ...testKeys, PADDLE_WEBHOOK_TOLERANCE: '86400' })).toThrow('PADDLE_WEBHOOK_TOLERANCE');
  });
});
