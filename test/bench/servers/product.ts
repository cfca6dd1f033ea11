import { DAY_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { BrowserSession } from '#server/http/guards/cookies';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { reportUsage } from './report-usage.js';

/** The product itself, with a user who may see every page, and without rate limits; on request the user has a linked account. */
const pinterestUrl = process.env['BENCH_PINTEREST_URL'];
const pinterest = pinterestUrl
  ? { PLATFORM: 'pinterest', PINTEREST_APP_ID: 'bench', PINTEREST_APP_SECRET: 'bench', PINTEREST_API_URL: pinterestUrl }
  : {};
const config = readConfig({
  DEMO: 'false',
  RATE_LIMITS: 'off',
  ORDERED_LISTS_FROM: process.env['BENCH_ORDERED_FROM'],
  ...pinterest,
});
const app = await createApp(config, process.env['BENCH_DATABASE_URL'] ?? '');
await app.listen(0, '127.0.0.1');

const secrets = app.get(Secrets);
const token = secrets.createToken();
const { rows } = await app.get(Postgres).pool.query<{ user_id: string }>(
  `with bench_user as (
     insert into users (email, role_id, is_confirmed, created_at) values ($2, 1, true, now())
     on conflict (email) where is_confirmed do update set role_id = 1 returning id
   )
   insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
   select $1, id, now(), now(), now() + interval '1 day' from bench_user
   returning user_id`,
  [secrets.hash(token), pinterestUrl ? 'linked@bench.test' : 'bench@bench.test'],
);
if (pinterestUrl) await linkAccount(rows[0]?.user_id ?? '');
reportUsage((app.getHttpServer().address() as { port: number }).port, `session=${app.get(BrowserSession).cookieValueFor(token)}`);

async function linkAccount(userId: string): Promise<void> {
  const now = new Date();
  const tokens = { access: 'access', access_expires_at: new Date(now.getTime() + 30 * DAY_MS), refresh: null, refresh_expires_at: null };
  const profile = { external_id: 'bench', username: 'bench', profile_image: null, pin_count: null, website_url: null };
  await app.get(LinkedAccounts).add(userId, 'pinterest', { tokens, scopes: [], profile }, now);
}
