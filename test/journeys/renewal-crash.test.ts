import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { createTestApp, type TestApp } from '../support/app/test-app';
import type { TestUser } from '../support/app/test-users';
import { until } from '../support/app/read-catalog';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { corklight, killLeftoverProcesses, startCorklight } from '../support/process/server-process';
import { type PinterestServer, pinterestSettings, startPinterest } from '../support/servers/pinterest-server';

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';
const TEST_TIMEOUT_MS = 600_000;

let pinterest: PinterestServer;
let database: TestDatabase;
let site: TestApp;
let owner: TestUser;
let environment: Record<string, string>;

beforeAll(async () => {
  [pinterest, database] = await Promise.all([startPinterest(), createTestDatabase()]);
  environment = { ...pinterestSettings(pinterest), DATABASE_URL: database.url, DEMO: 'false' };
  site = await createTestApp(database.url, { settings: pinterestSettings(pinterest) });
  site.app.useLogger(false);
});
afterAll(async () => {
  killLeftoverProcesses();
  await site.close();
  await Promise.all([pinterest.close(), database.close()]);
});

/** Links three accounts of a new user whose tokens are due for renewal. */
async function linkAccounts(): Promise<void> {
  await database.pool.query('delete from linked_accounts');
  owner = await site.createUser('free');
  for (const username of ['fig_one', 'fig_two', 'fig_three']) {
    const { body } = await site.request('POST', ACCOUNTS_URL, { as: owner, body: {} });
    const state = new URL(String(body['redirect_uri'])).searchParams.get('state');
    await site.request('POST', ACCOUNTS_URL, { as: owner, body: { code: pinterest.codeFor(username), state } });
  }
  await database.pool.query(
    `update linked_accounts set renewed_at = now() - interval '25 days', access_expires_at = now() + interval '5 days'`,
  );
}

const listAccounts = async () => (await site.request('GET', ACCOUNTS_URL, { as: owner })).body as unknown as readonly LinkedAccount[];
/** The job runs once an hour. */
const forgetRuns = () => database.pool.query(`delete from job_runs where job = 'linked-tokens'`);

/** Lets the database wait where a column changes. */
const waitWhere = (column: string) =>
  database.pool.query(
    `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
     create trigger wait before update of ${column} on linked_accounts for each row execute function wait()`,
  );
/** What waits; ended, so that it is never committed. */
const endWaiting = async (): Promise<number> =>
  (
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  ).rowCount ?? 0;

const connected = { state: 'connected', reason: null };
const lost = { state: 'needs_you', reason: 'renewal_lost' };

it.each([
  ['before it asks Pinterest', 0, 'renewing_until', [connected, connected, connected]],
  ['before Pinterest answers', 0, null, [connected, connected, connected]],
  ['after Pinterest has answered, and before the new tokens are committed', 1, 'access_token', [connected, connected, lost]],
] as const)(
  'a renewal that is killed %s costs refresh tokens of accounts: %d of 3',
  async (_when, _lost, column, expected) => {
    await linkAccounts();
    await forgetRuns();
    const asked = pinterest.requestsTo('token').length;
    const killed = startCorklight(['jobs', 'run', 'linked-tokens'], environment);
    if (column === null) pinterest.respondWith('token', () => undefined);
    else await waitWhere(column);
    if (column === null) await until(async () => pinterest.requestsTo('token').length > asked);
    else {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      await until(async () => (await database.pool.query(waiting)).rowCount === 1);
    }
    killed.kill();
    expect(await killed.ended).toMatchObject({ code: null });
    expect(await endWaiting()).toBe(column === null ? 0 : 1);
    pinterest.respondWith('token');
    // The lease of the killed process runs out.
    await database.pool.query(
      `drop function if exists wait cascade; update linked_accounts set renewing_until = now() - interval '1 second' where renewing_until is not null`,
    );
    await forgetRuns();
    const { code, stderr } = await corklight(['jobs', 'run', 'linked-tokens'], environment);
    expect([code, stderr]).toEqual([0, expect.anything()]);
    const accounts = (await listAccounts()).toSorted((one, other) => one.state.localeCompare(other.state));
    expect(accounts).toEqual(expected.map((state) => expect.objectContaining(state)));
    // The access token works until it expires, also where the refresh token was lost.
    // A busy machine may answer too late, and asks to try again.
    for (const { _id } of accounts)
      await until(async () => (await site.request('GET', `${ACCOUNTS_URL}/${_id}/top_pins`, { as: owner })).status === 200);
  },
  TEST_TIMEOUT_MS,
);
