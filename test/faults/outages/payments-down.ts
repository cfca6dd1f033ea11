import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '#domain/durations';
import {
  type Notice,
  paddleNotice,
  paddleSettings,
  priceItems,
  signNotice,
  subscriptionData,
} from '../../support/servers/paddle-notices.js';
import { withClient } from '../database/postgres-processes.js';
import { type Fault, underLoad } from '../database/under-load.js';
import type { BrowserHeaders } from '../http-client.js';
import type { Report, Scenario } from '../scenario.js';
import { Site } from '../site.js';

const NAME = 'payment provider down for an hour';
/** The deadline of an endpoint that calls the provider once, with what a busy machine adds. */
const MAX_ANSWER_MS = 5_500;
/** The provider sends a notice again until it is answered, and sometimes also after that. */
const NOTICE_COPIES = 3;

const anHourAgo = (): string => new Date(Date.now() - HOUR_MS).toISOString();
const period = (fromMs: number, toMs: number) => ({
  starts_at: new Date(Date.now() + fromMs).toISOString(),
  ends_at: new Date(Date.now() + toMs).toISOString(),
});

/** The provider's API in a server of its own; while it is down, requests wait for an answer. */
async function startProvider() {
  const product = { id: 'pro_1', name: 'Premium', tax_category: 'standard', status: 'active', created_at: '2026-01-01T00:00:00Z' };
  const price = {
    type: 'standard',
    tax_mode: 'account_setting',
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: 1 },
    status: 'active',
  };
  const items = priceItems().map((item) => ({ ...item, product, price: { ...price, ...item.price } }));
  const provider = { isDown: false, cancellations: 0, url: '', close: () => void server.close() };
  const server = createServer((request, response) => {
    request.resume();
    if (provider.isDown) return;
    const id = request.url?.split('/')[2];
    const isCancellation = request.url?.endsWith('/cancel') === true;
    if (isCancellation) provider.cancellations++;
    const change = { action: 'cancel', effective_at: period(0, 700 * HOUR_MS).ends_at, resume_at: null };
    const data = subscriptionData({
      id,
      items,
      updated_at: new Date().toISOString(),
      current_billing_period: period(-HOUR_MS, 700 * HOUR_MS),
      scheduled_change: isCancellation ? change : null,
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { request_id: 'r1' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

interface PlanView {
  readonly is_premium: boolean;
  readonly can_cancel: boolean;
}

async function planOf({ client }: Site, browser: BrowserHeaders): Promise<PlanView> {
  return JSON.parse((await client.send('GET', '/api/users/me/subscription', browser)).body) as PlanView;
}

async function customDataOf(
  { client }: Site,
  browser: BrowserHeaders,
): Promise<{ readonly custom_data: unknown; readonly firstByteMs: number }> {
  const { body, firstByteMs } = await client.send('GET', '/api/checkout', browser);
  return { custom_data: (JSON.parse(body) as { custom_data: unknown }).custom_data, firstByteMs };
}

/** Delivers a notice several times at once, and returns how many were taken in. */
async function deliver({ client }: Site, notice: Notice): Promise<number> {
  const headers = { 'paddle-signature': signNotice(JSON.stringify(notice)), 'x-forwarded-for': '34.194.127.46' };
  const responses = await Promise.all(
    Array.from({ length: NOTICE_COPIES }, () => client.send('POST', '/api/webhooks/paddle', headers, notice)),
  );
  return responses.filter(({ status }) => status === 200).length;
}

/** One user's paid period ends and a cancellation is asked for while the provider is down; another user buys then. */
const providerDown =
  (provider: Awaited<ReturnType<typeof startProvider>>, missed: string[]): Fault =>
  async (site) => {
    const expect = (promise: string, isKept: boolean) => void (isKept || missed.push(promise));
    const [subscriber, buyer] = [await site.client.signInToDemo('free'), await site.client.signInToDemo('admin')];
    const sold = async (id: string, browser: BrowserHeaders, given = {}) =>
      subscriptionData({ id, ...given, custom_data: (await customDataOf(site, browser)).custom_data });
    // Its period ended as the hour began, and the notice of the renewal is late.
    const running = await sold('sub_running', subscriber, { current_billing_period: period(-720 * HOUR_MS, -HOUR_MS) });
    await deliver(site, paddleNotice('subscription.created', running, { occurred_at: new Date(Date.now() - 720 * HOUR_MS).toISOString() }));
    provider.isDown = true;
    const refused = await site.client.send('POST', '/api/users/me/subscription/cancel', subscriber);
    expect(`a cancellation gets ${refused.status} ${refused.body}`, refused.status === 503 && refused.body.includes('provider'));
    expect(`the answer to it takes ${Math.round(refused.firstByteMs)} ms`, refused.firstByteMs <= MAX_ANSWER_MS);
    const plan = await planOf(site, subscriber);
    expect('a refused cancellation counts, or Premium ended', plan.is_premium && plan.can_cancel);
    const { custom_data, firstByteMs } = await customDataOf(site, buyer);
    expect('the checkout cannot be opened', custom_data !== null && firstByteMs <= MAX_ANSWER_MS);
    return async () => {
      provider.isDown = false;
      const bought = { ...(await sold('sub_bought', buyer)), custom_data };
      const notices = [
        paddleNotice('subscription.created', bought, { occurred_at: anHourAgo() }),
        paddleNotice('subscription.updated', { ...bought, updated_at: anHourAgo() }, { occurred_at: anHourAgo() }),
        paddleNotice(
          'subscription.updated',
          { ...running, current_billing_period: period(-HOUR_MS, 700 * HOUR_MS) },
          { occurred_at: anHourAgo() },
        ),
      ];
      const taken = await Promise.all(notices.map((notice) => deliver(site, notice)));
      expect(
        `of each late notice were taken in: ${taken.join(', ')}`,
        taken.every((count) => count === NOTICE_COPIES),
      );
      const eventIds = notices.map(({ event_id }) => event_id);
      const [stored] = await withClient(site.source.databaseUrl, async (client) => {
        const sql = `select (select count(*)::int from billing_events where event_id = any($1)) events,
          (select count(*)::int from subscriptions where provider = 'paddle') subscriptions,
          (select count(*)::int from emails where kind = 'premium') emails`;
        return (await client.query<{ events: number; subscriptions: number; emails: number }>(sql, [eventIds])).rows;
      });
      const counts = JSON.stringify(stored);
      expect(`not everything counts once: ${counts}`, counts === JSON.stringify({ events: 3, subscriptions: 2, emails: 2 }));
      for (const browser of [subscriber, buyer]) expect('Premium of someone who paid ended', (await planOf(site, browser)).is_premium);
      for (let attempt = 0; attempt < 2; attempt++) {
        const { status, body } = await site.client.send('POST', '/api/users/me/subscription/cancel', subscriber);
        expect(`a cancellation after the hour gets ${status} ${body}`, status === 200 && !(JSON.parse(body) as PlanView).can_cancel);
      }
      expect(`the provider got ${provider.cancellations} cancellations`, provider.cancellations === 1);
    };
  };

async function run(shared: Site): Promise<Report> {
  const provider = await startProvider();
  try {
    const settings = { ...paddleSettings, PADDLE_API_URL: provider.url };
    return await Site.onOwnDatabase(shared, 'payments_down', settings, async (site) => {
      const missed: string[] = [];
      const report = await underLoad(site, NAME, providerDown(provider, missed), { readsContinue: true });
      return { ...report, missedBars: [...report.missedBars, ...missed] };
    });
  } finally {
    provider.close();
  }
}

/** The payment provider does not answer for an hour, and its notices of that hour arrive afterwards. */
export const paymentsDown: Scenario = { name: NAME, group: 'faults', run };
