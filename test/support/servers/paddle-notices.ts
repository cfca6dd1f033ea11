import { createHmac } from 'node:crypto';
import { DAY_MS } from '#domain/durations';

/** Settings of a site that sells Premium through Paddle. */
export const paddleSettings = {
  PAYMENT_PROVIDER: 'paddle',
  PADDLE_CLIENT_TOKEN: 'test_client_token',
  PADDLE_API_KEY: 'pdl_sdbx_apikey_test',
  PADDLE_PRICE_ID: 'pri_premium',
  PADDLE_ADMIN_PRICE_ID: 'pri_admin',
  PADDLE_WEBHOOK_SECRETS: 'pdl_ntfset_old, pdl_ntfset_new',
} as const;

export const WEBHOOK_SECRET = 'pdl_ntfset_new';
const isoDaysAgo = (days: number, now: number) => new Date(now - days * DAY_MS).toISOString();

let idCount = 0;
export const newPaddleId = (kind: string) => `${kind}_${String(++idCount).padStart(26, '0')}`;

export interface Notice {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly notification_id: string;
  readonly data: Record<string, unknown>;
}

export const paddleNotice = (eventType: string, data: Record<string, unknown>, overrides: Partial<Notice> = {}): Notice => ({
  event_id: newPaddleId('evt'),
  event_type: eventType,
  occurred_at: new Date().toISOString(),
  notification_id: newPaddleId('ntf'),
  data,
  ...overrides,
});

export const priceItems = (id = 'pri_premium', amount = '999', currencyCode = 'USD') => [
  {
    status: 'active',
    quantity: 1,
    recurring: true,
    price: { id, product_id: 'pro_1', description: 'Premium', unit_price: { amount, currency_code: currencyCode } },
  },
];

/** The data of `subscription.*` for a subscription that started ten days ago. */
export const subscriptionData = (overrides: Record<string, unknown> = {}, now = Date.now()): Record<string, unknown> => ({
  id: 'sub_1',
  status: 'active',
  customer_id: 'ctm_1',
  address_id: 'add_1',
  business_id: null,
  currency_code: 'USD',
  created_at: isoDaysAgo(10, now),
  updated_at: isoDaysAgo(10, now),
  started_at: isoDaysAgo(10, now),
  first_billed_at: isoDaysAgo(10, now),
  next_billed_at: isoDaysAgo(-20, now),
  paused_at: null,
  canceled_at: null,
  discount: null,
  collection_mode: 'automatic',
  billing_cycle: { interval: 'month', frequency: 1 },
  current_billing_period: { starts_at: isoDaysAgo(10, now), ends_at: isoDaysAgo(-20, now) },
  scheduled_change: null,
  items: priceItems(),
  custom_data: null,
  ...overrides,
});

export const transactionData = (overrides: Record<string, unknown> = {}, now = Date.now()): Record<string, unknown> => ({
  id: 'txn_1',
  status: 'completed',
  subscription_id: 'sub_1',
  customer_id: 'ctm_1',
  billing_period: { starts_at: isoDaysAgo(10, now), ends_at: isoDaysAgo(-20, now) },
  customer: { email: 'buyer@people.test' },
  ...overrides,
});

export const adjustmentData = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'adj_1',
  action: 'refund',
  type: 'full',
  status: 'approved',
  reason: 'requested by buyer@people.test',
  transaction_id: 'txn_1',
  subscription_id: 'sub_1',
  ...overrides,
});

export const signNotice = (body: string, secret: string = WEBHOOK_SECRET, ts = Math.floor(Date.now() / 1_000)): string =>
  `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`;
