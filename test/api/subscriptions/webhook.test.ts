import { Secrets } from '#domain/secrets';
import { readConfig } from '#server/config/config';
import { sandboxSecret } from '#server/subscriptions/sandbox-checkout';
import { type Answer, type OwnSite, ownSite, testApp } from '../../support/app';
import { testKeys } from '../../support/keys';
import type { Person } from '../../support/people';
import {
  adjustmentData,
  DAY,
  newId,
  type Notice,
  notice,
  paddleSettings,
  priced,
  SECRET,
  signature,
  subscriptionData,
  transactionData,
} from './paddle-notices';

const HOOK = '/api/webhooks/paddle';

describe("the payment provider's notices", () => {
  let server: OwnSite;
  let buyer: Person;
  let custom: Record<string, string>;
  beforeAll(async () => {
    server = await ownSite(paddleSettings);
    buyer = await server.person('free');
    custom = await passOf(buyer);
  });
  afterAll(() => server.close());

  const passOf = async (person: Person) =>
    (await server.call('GET', '/api/checkout', { as: person })).body['custom_data'] as Record<string, string>;
  const send = (body: string, header: string | undefined, type = 'application/json'): Promise<Answer> =>
    server.call('POST', HOOK, {
      as: null,
      body,
      headers: { 'content-type': type, ...(header === undefined ? {} : { 'paddle-signature': header }) },
    });
  const deliver = (what: Notice) => {
    const body = JSON.stringify(what);
    return send(body, signature(body));
  };
  const premium = async (person: Person) => (await server.call('GET', '/api/users/me/subscription', { as: person })).body['is_premium'];
  const stored = async () => {
    const { rows } = await server.database.pool.query<{ state: string }>(
      `select (select coalesce(jsonb_agg(to_jsonb(e) order by event_id), '[]') from billing_events e)::text
         || (select coalesce(jsonb_agg(to_jsonb(s) order by id), '[]') from subscriptions s)::text
         || (select count(*) from letters)::text state`,
    );
    return rows[0]?.state;
  };
  const events = async (id: string) =>
    (await server.database.pool.query('select * from billing_events where event_id = $1', [id])).rows as Record<string, unknown>[];
  const letters = async (person: Person) =>
    (
      await server.database.pool.query<{ n: number }>("select count(*)::int n from letters where user_id = $1 and kind = 'premium'", [
        person.id,
      ])
    ).rows[0]?.n;

  /** A purchase by somebody new; each has a subscription of its own. */
  const purchase = async (given: Record<string, unknown> = {}) => {
    const person = await server.person('free');
    const id = newId('sub');
    return { person, id, data: subscriptionData({ id, custom_data: await passOf(person), ...given }) };
  };

  describe('T42 what is refused', () => {
    const body = JSON.stringify(notice('subscription.created', subscriptionData({ id: 'sub_forged' })));
    const other = JSON.stringify(notice('subscription.created', subscriptionData({ id: 'sub_other' })));
    const now = Math.floor(Date.now() / 1_000);
    const reordered = () => {
      const parsed = JSON.parse(body) as Notice;
      return JSON.stringify({
        data: parsed.data,
        notification_id: parsed.notification_id,
        occurred_at: parsed.occurred_at,
        event_type: parsed.event_type,
        event_id: parsed.event_id,
      });
    };
    it.each<[string, () => Promise<Answer>, number]>([
      ['no signature', () => send(body, undefined), 400],
      ['an empty signature', () => send(body, ''), 400],
      ['a signature that is none', () => send(body, 'h1=deadbeef'), 400],
      ['a signature by a wrong secret', () => send(body, signature(body, 'pdl_ntfset_wrong')), 400],
      ['the signature of another body', () => send(body, signature(other)), 400],
      ['a body with its fields in another order', () => send(reordered(), signature(body)), 400],
      ['a body with one space more', () => send(`${body} `, signature(body)), 400],
      [
        'another event id under the same signature',
        () => send(body.replace(/evt_\d+/, 'evt_00000000000000000000099999'), signature(body)),
        400,
      ],
      ['a notice of 301 seconds ago', () => send(body, signature(body, SECRET, now - 302)), 400],
      ['a notice of the future', () => send(body, signature(body, SECRET, now + 330)), 400],
      ['a new time over an old signature', () => send(body, signature(body, SECRET, now - 900).replace(/ts=\d+/, `ts=${now}`)), 400],
      ['two times', () => send(body, `ts=${now - 900};${signature(body)}`), 400],
      ['a notice signed by the sandbox', () => send(body, signature(body, sandboxSecret(server.app.get(Secrets)))), 400],
      ['what is no JSON', () => send('{"event_id":', signature('{"event_id":')), 400],
      [
        'a form',
        () => send('alert_name=subscription_created', signature('alert_name=subscription_created'), 'application/x-www-form-urlencoded'),
        400,
      ],
      [
        '10 MB',
        () => {
          const big = JSON.stringify({ pad: 'x'.repeat(10_000_000) });
          return send(big, signature(big));
        },
        413,
      ],
      [
        'more than 64 KB',
        () => {
          const big = JSON.stringify({ ...notice('x.y', {}), pad: 'x'.repeat(66_000) });
          return send(big, signature(big));
        },
        413,
      ],
      ['a signed notice of no shape', () => send('[]', signature('[]')), 400],
      [
        'a signed notice with an unknown status',
        () => deliver(notice('subscription.updated', subscriptionData({ status: 'deleted' }))),
        400,
      ],
      [
        'an administrator with his cookies and no signature',
        async () => {
          const admin = await server.person('admin');
          return server.call('POST', HOOK, { as: admin, body, headers: { 'content-type': 'application/json' } });
        },
        400,
      ],
    ])('%s', async (_, call, status) => {
      const before = await stored();
      const answer = await call();
      expect(answer.status).toBe(status);
      expect(await stored()).toBe(before);
    });
  });

  it.each([
    ['sandbox', 200, 400],
    ['none', 404, 404],
  ])('T42 takes the notices of one provider alone where PAYMENT_PROVIDER=%s', async (provider, ofSandbox, ofPaddle) => {
    const site = await testApp(server.database.url, { PAYMENT_PROVIDER: provider });
    try {
      const body = JSON.stringify(notice('address.updated', { id: 'add_1' }));
      const answer = async (secret: string) =>
        (
          await site.call('POST', HOOK, {
            as: null,
            body,
            headers: { 'content-type': 'application/json', 'paddle-signature': signature(body, secret) },
          })
        ).status;
      expect(await answer(SECRET)).toBe(ofPaddle);
      expect(await answer(sandboxSecret(site.app.get(Secrets)))).toBe(ofSandbox);
    } finally {
      await site.close();
    }
  });

  it('gives Premium to the buyer, at once, and says so in one letter', async () => {
    expect(await premium(buyer)).toBe(false);
    const created = notice('subscription.created', subscriptionData({ id: 'sub_buyer', custom_data: custom }));
    const answer = await deliver(created);
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(await premium(buyer)).toBe(true);
    expect((await server.call('GET', '/api/boards?page=4', { as: buyer })).status).toBe(200);
    await deliver(notice('subscription.updated', subscriptionData({ id: 'sub_buyer', custom_data: custom })));
    expect(await letters(buyer)).toBe(1);
  });

  it('takes both secrets while one is replaced, and either of two signatures', async () => {
    for (const header of [
      (body: string) => signature(body, 'pdl_ntfset_old'),
      (body: string) => `${signature(body, 'pdl_ntfset_gone')};${signature(body).split(';')[1]}`,
      (body: string) => `${signature(body)};${signature(body, 'pdl_ntfset_gone').split(';')[1]}`,
    ]) {
      const body = JSON.stringify(notice('address.updated', { id: 'add_1' }));
      expect((await send(body, header(body))).status).toBe(200);
    }
  });

  it('T42 keeps what it does not know, without an effect and without addresses', async () => {
    const unknown = notice('payment_method.saved', {
      id: 'paymtd_1',
      email: 'who@people.test',
      note: 'by who@people.test',
      nul: 'a\u0000b',
    });
    expect((await deliver(unknown)).status).toBe(200);
    const [row] = await events(unknown.event_id);
    expect(row).toMatchObject({ kind: 'payment_method.saved', effect: null, subscription_id: null });
    expect(JSON.stringify(row)).not.toContain('@');
  });

  it('T42 takes each event five times and counts it once', async () => {
    const { person, id, data } = await purchase();
    const life = [
      notice('subscription.created', data),
      notice('transaction.completed', transactionData({ subscription_id: id })),
      notice('subscription.updated', {
        ...data,
        scheduled_change: { action: 'cancel', effective_at: new Date(Date.now() + 20 * DAY).toISOString() },
      }),
    ];
    for (const one of [...life, ...life, ...life, ...life, ...life]) expect((await deliver(one)).status).toBe(200);
    for (const { event_id } of life) expect(await events(event_id)).toHaveLength(1);
    expect(await letters(person)).toBe(1);
  });

  it('T42 makes one row of twenty deliveries at once', async () => {
    const { person, data } = await purchase();
    const created = notice('subscription.created', data);
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(created)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await events(created.event_id)).toHaveLength(1);
    expect(await letters(person)).toBe(1);
  });

  it('T42 ends alike when the events of one subscription come all at once, in any order', async () => {
    const ends: unknown[] = [];
    const now = Date.now();
    const time = (days: number) => ({ occurred_at: new Date(now - days * DAY).toISOString() });
    for (let round = 0; round < 4; round++) {
      const { person, id, data } = await purchase();
      const life = [
        notice('subscription.created', data, time(10)),
        notice('transaction.completed', transactionData({ subscription_id: id }, now), time(9.9)),
        notice('subscription.updated', { ...data, customer_id: 'ctm_2' }, time(8)),
        notice(
          'subscription.canceled',
          {
            ...data,
            status: 'canceled',
            canceled_at: new Date(now - 3 * DAY).toISOString(),
            current_billing_period: null,
            next_billed_at: null,
          },
          time(3),
        ),
        notice('adjustment.created', adjustmentData({ subscription_id: id }), time(2)),
      ];
      const order = round % 2 ? life.toReversed() : [...life.slice(round), ...life.slice(0, round)];
      expect((await Promise.all(order.map(deliver))).every(({ status }) => status === 200)).toBe(true);
      const { rows } = await server.database.pool.query(
        'select user_id, status, period_ends_at, ends_at, ended_at from subscriptions where id = $1',
        [id],
      );
      const { user_id, ...end } = rows[0] as Record<string, unknown>;
      expect(user_id).toBe(person.id);
      ends.push({ ...end, period_ends_at: null });
      expect(end['ended_at']).toEqual(new Date(now - 2 * DAY));
      expect(await premium(person)).toBe(false);
    }
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it('T42 loses nothing and halves nothing when it breaks between the event and its effect', async () => {
    const { person, data } = await purchase();
    const created = notice('subscription.created', data);
    await server.database.pool.query(
      `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
       create trigger broken before insert on subscriptions for each row execute function broken()`,
    );
    expect((await deliver(created)).status).toBe(500);
    expect(await events(created.event_id)).toHaveLength(0);
    expect(await letters(person)).toBe(0);
    await server.database.pool.query('drop trigger broken on subscriptions; drop function broken()');
    expect((await deliver(created)).status).toBe(200);
    expect(await premium(person)).toBe(true);
    expect(await letters(person)).toBe(1);
  });

  describe('T43 whose purchase it is', () => {
    it.each<[string, (pass: Record<string, string>, stranger: Record<string, string>, id: string) => Record<string, unknown>]>([
      ['a price we do not sell', (pass) => ({ custom_data: pass, items: priced('pri_mug') })],
      ['a lower price', (pass) => ({ custom_data: pass, items: priced('pri_premium', '99') })],
      ['another currency', (pass) => ({ custom_data: pass, currency_code: 'ARS', items: priced('pri_premium', '999', 'ARS') })],
      ['a coupon', (pass) => ({ custom_data: pass, discount: { id: 'dsc_free' } })],
      ["the administrators' price", (pass) => ({ custom_data: pass, items: priced('pri_admin') })],
      ['no word of ours', () => ({ custom_data: null })],
      ['the bare id', (_pass, _stranger, id) => ({ custom_data: { user_id: id } })],
      ["the id under a stranger's signature", (_pass, stranger, id) => ({ custom_data: { ...stranger, user_id: id } })],
    ])('nobody has Premium by %s', async (_, given) => {
      const person = await server.person('free');
      const stranger = await passOf(await server.person('free'));
      const data = subscriptionData({ id: newId('sub'), ...given(await passOf(person), stranger, person.id) });
      expect((await deliver(notice('subscription.created', data))).status).toBe(200);
      expect(await premium(person)).toBe(false);
      expect(await letters(person)).toBe(0);
    });

    it("gives an administrator Premium at the administrators' price", async () => {
      const admin = await server.person('admin');
      await deliver(
        notice(
          'subscription.created',
          subscriptionData({ id: newId('sub'), custom_data: await passOf(admin), items: priced('pri_admin') }),
        ),
      );
      expect(await premium(admin)).toBe(true);
    });

    it('leaves a subscription with its first buyer, whoever later events name', async () => {
      const { person, data } = await purchase();
      const thief = await server.person('free');
      await deliver(notice('subscription.created', data));
      await deliver(notice('subscription.updated', { ...data, custom_data: await passOf(thief) }));
      expect([await premium(person), await premium(thief)]).toEqual([true, false]);
      await deliver(
        notice('subscription.canceled', {
          ...data,
          custom_data: await passOf(thief),
          status: 'canceled',
          canceled_at: new Date().toISOString(),
        }),
      );
      expect((await server.call('GET', '/api/users/me/subscription', { as: thief })).body['status']).toBe('none');
    });

    it('keeps the events of a buyer who has gone', async () => {
      const { person, data } = await purchase();
      await server.database.pool.query('delete from users where id = $1', [person.id]);
      const created = notice('subscription.created', data);
      expect((await deliver(created)).status).toBe(200);
      expect((await events(created.event_id))[0]).toMatchObject({ user_id: null });
      const paid = notice('transaction.billed', { id: newId('txn'), subscription_id: null, custom_data: data['custom_data'] });
      expect((await deliver(paid)).status).toBe(200);
      for (const { event_id } of [created, paid]) {
        const [kept] = await events(event_id);
        expect(JSON.stringify(kept)).toContain('"user_id":"removed"');
        expect(JSON.stringify(kept)).not.toContain(person.id);
      }
    });
  });

  describe('T32 Premium follows what is paid, request by request', () => {
    const wall = async (person: Person) => (await server.call('GET', '/api/boards?query=etsy', { as: person })).status;

    it('ends with the next request when the subscription expires', async () => {
      const { person, id, data } = await purchase();
      await deliver(notice('subscription.created', data));
      expect(await wall(person)).toBe(200);
      await server.database.pool.query("update subscriptions set ends_at = now() - interval '1 second' where id = $1", [id]);
      expect(await wall(person)).toBe(403);
    });

    it.each<[string, (data: Record<string, unknown>, id: string) => Notice, number]>([
      ['a refund in full', (_, id) => notice('adjustment.updated', adjustmentData({ subscription_id: id })), 403],
      ['a chargeback', (_, id) => notice('adjustment.created', adjustmentData({ subscription_id: id, action: 'chargeback' })), 403],
      ['a refund in part', (_, id) => notice('adjustment.created', adjustmentData({ subscription_id: id, type: 'partial' })), 200],
      [
        'a refund that waits',
        (_, id) => notice('adjustment.created', adjustmentData({ subscription_id: id, status: 'pending_approval' })),
        200,
      ],
      ['a missed payment today', (data) => notice('subscription.past_due', { ...data, status: 'past_due' }), 200],
      [
        'a missed payment eight days ago',
        (data) =>
          notice('subscription.past_due', { ...data, status: 'past_due' }, { occurred_at: new Date(Date.now() - 8 * DAY).toISOString() }),
        403,
      ],
      [
        'a pause',
        (data) => notice('subscription.paused', { ...data, status: 'paused', paused_at: new Date(Date.now() - 1_000).toISOString() }),
        403,
      ],
      [
        'a cancel, what is paid lasting',
        (data) => notice('subscription.canceled', { ...data, status: 'canceled', canceled_at: new Date().toISOString() }),
        200,
      ],
      [
        'a cancel at the end of the period',
        (data) =>
          notice('subscription.canceled', {
            ...data,
            status: 'canceled',
            canceled_at: new Date(Date.now() - 1_000).toISOString(),
            current_billing_period: { starts_at: null, ends_at: new Date(Date.now() - 1_000).toISOString() },
          }),
        403,
      ],
    ])('after %s', async (_, next, status) => {
      const { person, id, data } = await purchase();
      await deliver(notice('subscription.created', data, { occurred_at: new Date(Date.now() - 10 * DAY).toISOString() }));
      expect(await wall(person)).toBe(200);
      expect((await deliver(next(data, id))).status).toBe(200);
      expect(await wall(person)).toBe(status);
    });
  });

  it('takes the time it trusts from the settings', () => {
    expect(readConfig({ NODE_ENV: 'test', ...testKeys }).PADDLE_WEBHOOK_TOLERANCE).toBe(300);
    expect(() => readConfig({ NODE_ENV: 'test', ...testKeys, PADDLE_WEBHOOK_TOLERANCE: '86400' })).toThrow('PADDLE_WEBHOOK_TOLERANCE');
  });
});
