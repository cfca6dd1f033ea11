import type { LinkedAccount, OwnAnalytics, OwnTopPins } from '#domain/linked-accounts/contract';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { jsonResponse, type PinterestServer, pinterestSettings, startPinterest } from '../../support/servers/pinterest-server';

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';

let pinterest: PinterestServer;
let database: TestDatabase;
let site: TestApp;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  [pinterest, database] = await Promise.all([startPinterest(), createTestDatabase()]);
  site = await createTestApp(database.url, { settings: pinterestSettings(pinterest) });
  site.app.useLogger(false);
});
afterAll(async () => {
  await site.close();
  expect(pinterest.faults).toEqual([]);
  await Promise.all([pinterest.close(), database.close()]);
});
beforeEach(async () => {
  await database.pool.query('truncate users, linked_accounts, linking_states, emails cascade');
  [ana, ben] = [await site.createUser('free'), await site.createUser('free')];
  for (const part of ['analytics', 'top pins', 'pin'] as const) pinterest.respondWith(part);
});

async function linkAccount(as: TestUser, username: string): Promise<LinkedAccount> {
  const started = await site.request('POST', ACCOUNTS_URL, { as, body: {} });
  const state = new URL(String(started.body['redirect_uri'])).searchParams.get('state');
  const { body } = await site.request('POST', ACCOUNTS_URL, { as, body: { code: pinterest.codeFor(username), state } });
  return body as unknown as LinkedAccount;
}
const read = (as: TestUser | null, id: string, what: string) => site.request('GET', `${ACCOUNTS_URL}/${id}/${what}`, { as });

describe('an account of one’s own', () => {
  it('shows 90 days and the top pins with their titles, privately', async () => {
    const { _id } = await linkAccount(ana, 'maple_marked');
    const analytics = await read(ana, _id, 'analytics');
    expect(analytics).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const { split, series } = analytics.body as unknown as OwnAnalytics;
    expect([split, series.map(({ name, days }) => [name, days.length])]).toEqual(['none', [['all', 90]]]);
    const { pins } = (await read(ana, _id, 'top_pins?sort_by=saves')).body as unknown as OwnTopPins;
    expect(pins).toHaveLength(10);
    expect(pins.every(({ title }) => title?.startsWith('maple_marked: '))).toBe(true);
  });

  it('is shown to no one else', async () => {
    const { _id } = await linkAccount(ana, 'maple_marked');
    for (const what of ['analytics', 'top_pins']) expect((await read(ben, _id, what)).status).toBe(404);
  });

  it('is stored nowhere in the database, and forgotten when it is unlinked', async () => {
    const { _id } = await linkAccount(ana, 'maple_marked');
    await read(ana, _id, 'analytics');
    const { pins } = (await read(ana, _id, 'top_pins')).body as unknown as OwnTopPins;
    const marks = pins.flatMap(({ id, title }) => [id, title ?? id]);
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select quote_ident(table_name) name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ text: string }>(`select t::text text from ${name} t`);
      const dump = rows.map(({ text }) => text).join('\n');
      expect([name, marks.filter((mark) => dump.includes(mark))]).toEqual([name, []]);
    }
    expect((await site.request('DELETE', `${ACCOUNTS_URL}/${_id}`, { as: ana })).status).toBe(204);
    expect((await read(ana, _id, 'analytics')).status).toBe(404);
    const { _id: again } = await linkAccount(ana, 'maple_marked');
    pinterest.requests.length = 0;
    await read(ana, again, 'analytics');
    expect(pinterest.requestsTo('analytics')).toHaveLength(1);
  });

  it('loses one part, with a sentence, when Pinterest sends what it does not document', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    pinterest.respondWith('analytics', jsonResponse(200, { all: { daily_metrics: 'soon' } }));
    expect(await read(ana, _id, 'analytics')).toMatchObject({
      status: 503,
      body: { error: "Pinterest sent an answer that we can't read. Please try again later." },
    });
    expect((await read(ana, _id, 'top_pins')).status).toBe(200);
    expect((await site.request('GET', ACCOUNTS_URL, { as: ana })).status).toBe(200);
  });

  it('keeps its top pins when their titles cannot be read', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    pinterest.respondWith('pin', jsonResponse(404, { code: 50, message: 'Pin not found.' }));
    const { pins } = (await read(ana, _id, 'top_pins')).body as unknown as OwnTopPins;
    expect(pins).toHaveLength(10);
    expect(pins[0]).toMatchObject({ title: null, created_at: null, values: { impressions: expect.any(Number) } });
  });

  it('says that access has ended', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    await database.pool.query('update linked_accounts set needs_reconnect = true');
    expect(await read(ana, _id, 'analytics')).toMatchObject({ status: 422, body: { code: 'permission_ended' } });
  });

  it('delays neither Today nor a list while Pinterest is silent', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    for (const part of ['account', 'analytics', 'top pins'] as const) pinterest.respondWith(part, () => undefined);
    pinterest.requests.length = 0;
    let hasEnded = false;
    const waiting = read(ana, _id, 'analytics').finally(() => (hasEnded = true));
    for (const path of ['/api/users/me/today', '/api/boards', '/api/pins', '/api/keywords'])
      expect([path, (await site.request('GET', path, { as: ana })).status, hasEnded]).toEqual([path, 200, false]);
    expect((await waiting).status).toBe(503);
    expect(pinterest.requests.map(({ path }) => path.split('?')[0])).toEqual(['/v5/user_account/analytics']);
    pinterest.respondWith('account');
  });
});
