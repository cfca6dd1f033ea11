import { signBody } from '#server/subscriptions/paddle/signed-notice';
import type { Benchmark } from '../benchmark.js';
import { compareBuilds } from '../compare-builds.js';

const WEBHOOK_SECRET = 'pdl_ntfset_bench';
const settings = {
  PAYMENT_PROVIDER: 'paddle',
  PADDLE_CLIENT_TOKEN: 'bench_client_token',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_bench',
  PADDLE_PRICE_ID: 'pri_premium',
  PADDLE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
};

/** Paddle's notice about a new subscription. */
function subscriptionNotice(number: number): string {
  const id = String(number).padStart(26, '0');
  const now = new Date().toISOString();
  const billingPeriod = { starts_at: now, ends_at: new Date(Date.now() + 30 * 86_400_000).toISOString() };
  return JSON.stringify({
    event_id: `evt_${id}`,
    event_type: 'subscription.activated',
    occurred_at: now,
    notification_id: `ntf_${id}`,
    data: {
      id: `sub_${id}`,
      status: 'active',
      customer_id: `ctm_${id}`,
      currency_code: 'USD',
      created_at: now,
      updated_at: now,
      started_at: now,
      first_billed_at: now,
      next_billed_at: billingPeriod.ends_at,
      paused_at: null,
      canceled_at: null,
      discount: null,
      billing_cycle: { interval: 'month', frequency: 1 },
      current_billing_period: billingPeriod,
      scheduled_change: null,
      items: [{ status: 'active', quantity: 1, price: { id: 'pri_premium', unit_price: { amount: '999', currency_code: 'USD' } } }],
      custom_data: null,
    },
  });
}

/** A signed notice from Paddle over HTTP, each about a new subscription. */
export const webhook: Benchmark = {
  title: 'POST /api/webhooks/paddle',
  measure: (bench) =>
    compareBuilds(bench, {
      operation: 'webhook (subscription.activated)',
      settings,
      prepare: async (server) => {
        let count = 0;
        return async () => {
          const notice = subscriptionNotice(++count);
          const signature = signBody(Buffer.from(notice), WEBHOOK_SECRET, new Date());
          const headers = { 'content-type': 'application/json', 'paddle-signature': signature };
          const { status, body } = await server.send('POST', '/api/webhooks/paddle', headers, notice);
          if (status !== 200) throw new Error(`webhook failed: ${body}`);
        };
      },
    }),
};
