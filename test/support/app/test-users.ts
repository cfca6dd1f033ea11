import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import { Postgres } from '#server/database/postgres';
import { BrowserSession, signCookieValue, VisitorCookie } from '#server/http/guards/cookies';

/** The kinds of test users: registered (address not confirmed), free (confirmed), Premium, and administrator. */
export type UserKind = 'registered' | 'free' | 'premium' | 'admin';

export interface TestUser {
  readonly id: string;
  readonly email: string;
  /** The session token. */
  readonly token: string;
  /** The cookie and CSRF header that this user's browser sends. */
  readonly headers: { readonly cookie: string; readonly 'x-xsrf-token': string };
}

let userCount = 0;

/** The headers of a browser that holds this session token. */
export const browserHeaders = (app: NestFastifyApplication, token: string): TestUser['headers'] => ({
  cookie: `session=${app.get(BrowserSession).cookieValueFor(token)}`,
  'x-xsrf-token': app.get(BrowserSession).csrfTokenFor(token),
});

/** The cookie of a visitor, as our server sets it. */
export const visitorCookieHeader = (app: NestFastifyApplication, id: string): string =>
  `visitor=${app.get(VisitorCookie).cookieValueFor(id)}`;

/** The cookie of a browser that has opened the address that the server prints. */
export const localCookieHeader = (app: NestFastifyApplication): string =>
  `local=${signCookieValue(app.get(Secrets), 'local', app.get(Secrets).createToken())}`;

/** The headers of an anonymous browser. */
export const anonymousHeaders = (app: NestFastifyApplication): TestUser['headers'] => browserHeaders(app, app.get(Secrets).createToken());

/** Creates a signed-in user of a kind, as registration, sign-in, and payment would. */
export async function createUser(
  app: NestFastifyApplication,
  kind: UserKind,
  email = `${kind}-${++userCount}@people.test`,
): Promise<TestUser> {
  const { pool } = app.get(Postgres);
  const now = app.get(Clock).now();
  const { rows } = await pool.query<{ id: string }>(
    'insert into users (email, role_id, is_confirmed, created_at) values ($1, $2, $3, $4) returning id',
    [email, kind === 'admin' ? 1 : 2, kind !== 'registered', now],
  );
  const id = rows[0]?.id ?? '';
  if (kind === 'premium') {
    await pool.query(
      `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, changed_at)
       values ('sandbox', $1, $2, 'active', $3, $3::timestamptz + interval '30 days', $3)`,
      [`sub_${id}`, id, now],
    );
  }
  return { id, email, ...(await openSession(app, id)) };
}

/** Creates another session of a user, as in another browser. */
export async function openSession(app: NestFastifyApplication, userId: string): Promise<Pick<TestUser, 'token' | 'headers'>> {
  const secrets = app.get(Secrets);
  const now = app.get(Clock).now();
  const token = secrets.createToken();
  await app
    .get(Postgres)
    .pool.query(
      `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) values ($1, $2, $3, $3, $3::timestamptz + interval '30 days')`,
      [secrets.hash(token), userId, now],
    );
  return { token, headers: browserHeaders(app, token) };
}
