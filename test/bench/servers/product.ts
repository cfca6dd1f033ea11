import { Secrets } from '#domain/secrets';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { BrowserSession } from '#server/http/guards/browser-session';
import { reportUsage } from './report-usage.js';

/** The product itself, with a user who may see every page, and without rate limits. */
const config = readConfig({
  DEMO: 'false',
  RATE_LIMITS: 'off',
  ORDERED_LISTS_FROM: process.env['BENCH_ORDERED_FROM'],
});
const app = await createApp(config, process.env['BENCH_DATABASE_URL'] ?? '');
await app.listen(0, '127.0.0.1');

const secrets = app.get(Secrets);
const token = secrets.createToken();
await app.get(Postgres).pool.query(
  `with bench_user as (
     insert into users (email, role_id, is_confirmed, created_at) values ('bench@bench.test', 1, true, now())
     on conflict (email) where is_confirmed do update set role_id = 1 returning id
   )
   insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
   select $1, id, now(), now(), now() + interval '1 day' from bench_user`,
  [secrets.hash(token)],
);
reportUsage((app.getHttpServer().address() as { port: number }).port, `session=${app.get(BrowserSession).cookieValueFor(token)}`);
