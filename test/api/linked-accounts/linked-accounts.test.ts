import { Clock } from '#domain/clock';
import type {
  LinkedAccount,
  OwnAnalytics,
  OwnBoards,
  OwnPinAnalytics,
  OwnTopPins,
  ResearchResults,
  Terms,
  Trends,
  Volumes,
} from '#domain/linked-accounts/contract';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { sandboxProfile } from '#server/linked-accounts/sandbox/accounts';
import { keywordKey } from '#domain/catalog/keywords/words';
import { type TestResponse, createTestApp, type TestApp } from '../../support/app/test-app';
import { createTestDatabase, emptyTables, type TestDatabase } from '../../support/database/test-database';
import { dumpDatabase } from '../../support/app/served-endpoints';
import { type TestUser, openSession } from '../../support/app/test-users';
import { jsonResponse, type PinterestServer, pinterestSettings, startPinterest } from '../../support/servers/pinterest-server';

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';

const sandboxPinCount = sandboxProfile('maple')['pin_count'];

let pinterest: PinterestServer;
let database: TestDatabase;
let settings: Readonly<Record<string, string>>;
let site: TestApp;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  [pinterest, database] = await Promise.all([startPinterest(), createTestDatabase()]);
  settings = pinterestSettings(pinterest);
  site = await createTestApp(database.url, { settings });
  site.app.useLogger(false);
});

afterAll(async () => {
  await site.close();
  expect(pinterest.faults).toEqual([]);
  await Promise.all([pinterest.close(), database.close()]);
});

beforeEach(async () => {
  await emptyTables(database.pool, 'users, linked_accounts, linking_states, emails');
  [ana, ben] = [await site.createUser('free'), await site.createUser('free')];
  for (const part of ['token', 'account', 'analytics', 'top pins', 'pin'] as const) pinterest.respondWith(part);
  pinterest.requests.length = 0;
});

const postAccounts = (as: Pick<TestUser, 'headers'>, body: unknown) => site.request('POST', ACCOUNTS_URL, { as, body });
const stateParameter = ({ body }: TestResponse) => new URL(String(body['redirect_uri'])).searchParams.get('state') ?? '';
const startLinking = async (as: Pick<TestUser, 'headers'>) => stateParameter(await postAccounts(as, {}));
const linkAccount = async (as: TestUser, name: string) =>
  postAccounts(as, { code: pinterest.codeFor(name), state: await startLinking(as) });
const listAccounts = async (as: TestUser) => JSON.parse((await site.request('GET', ACCOUNTS_URL, { as })).text) as LinkedAccount[];
const accountRows = async () => (await database.pool.query('select * from linked_accounts order by linked_at, _id')).rows;
const ageReadings = (minutes = 11) =>
  database.pool.query(`update linked_accounts set read_at = read_at - interval '1 minute' * $1`, [minutes]);

describe('linking an account', () => {
  it('starts at Pinterest and adds the account to the list', async () => {
    const started = await postAccounts(ana, {});
    expect(started.status).toBe(200);
    expect(Object.keys(started.body)).toEqual(['redirect_uri']);
    expect(String(started.body['redirect_uri'])).toMatch(/^https:\/\/www\.pinterest\.com\/oauth\/\?client_id=app-1&/);
    const response = await postAccounts(ana, { code: pinterest.codeFor('maple'), state: stateParameter(started) });
    expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(await listAccounts(ana)).toEqual([response.body]);
    expect(response.body).toEqual({
      _id: expect.any(String),
      username: 'maple',
      profile_image: null,
      pin_count: sandboxPinCount,
      website_url: 'https://maple.example',
      needs_reconnect: false,
      state: 'connected',
      reason: null,
      since: null,
      ends_at: expect.stringMatching(/^\d{4}-.*Z$/),
      has_volumes: false,
      linked_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('allows all five accounts within a minute, some of them started over, and then limits attempts', async () => {
    const limited = await createTestApp(database.url, { settings: { ...settings, RATE_LIMITS: '' } });
    const post = (body: unknown) => limited.request('POST', ACCOUNTS_URL, { as: ana, body });
    for (const name of ['maple', 'birch', 'cedar', 'fern', 'oak']) {
      await post({});
      const state = stateParameter(await post({}));
      expect(await post({ code: pinterest.codeFor(name), state })).toMatchObject({ status: 200, body: { username: name } });
    }
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await post({})).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    await limited.close();
  });

  it('gives the user the name of the first account', async () => {
    for (const name of ['maple', 'birch']) await linkAccount(ana, name);
    const { body } = await site.request('GET', '/api/sessions', { as: ana });
    expect(body['user']).toMatchObject({ username: 'maple' });
    expect((await listAccounts(ana)).map(({ username }) => username)).toEqual(['maple', 'birch']);
  });

  it('refreshes profiles when they are listed, and keeps the stored ones after a failure', async () => {
    await linkAccount(ana, 'maple');
    pinterest.respondWith('account', jsonResponse(200, { id: sandboxProfile('maple')['id'], username: 'maple', pin_count: 50 }));
    await ageReadings(9);
    expect(await listAccounts(ana)).toMatchObject([{ pin_count: sandboxPinCount }]);
    await ageReadings(1);
    expect(await listAccounts(ana)).toMatchObject([{ pin_count: 50 }]);
    await ageReadings();
    pinterest.respondWith('account', jsonResponse(500, {}));
    const failed = [{ pin_count: 50, needs_reconnect: false, state: 'retrying', reason: 'unreachable', since: expect.any(String) }];
    expect(await listAccounts(ana)).toMatchObject(failed);
    await ageReadings();
    pinterest.respondWith('account');
    expect(await listAccounts(ana)).toMatchObject([{ state: 'connected', reason: null, since: null }]);
  });

  it('does not ask Pinterest about accounts of another platform', async () => {
    await linkAccount(ana, 'maple');
    await ageReadings();
    await database.pool.query(`update linked_accounts set platform = 'sandbox'`);
    pinterest.requests.length = 0;
    expect(await listAccounts(ana)).toHaveLength(1);
    expect(pinterest.requests).toEqual([]);
  });

  it('asks to reconnect, sends one email, and recovers afterwards', async () => {
    await linkAccount(ana, 'maple');
    await ageReadings();
    pinterest.respondWith('account', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    pinterest.respondWith('token', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    expect(await listAccounts(ana)).toMatchObject([{ needs_reconnect: true }]);
    await ageReadings();
    await listAccounts(ana);
    expect((await database.pool.query('select kind, recipient from emails')).rows).toEqual([{ kind: 'reconnect', recipient: ana.email }]);
    pinterest.respondWith('token');
    pinterest.respondWith('account');
    expect((await linkAccount(ana, 'maple')).body).toMatchObject({ needs_reconnect: false });
    expect(await accountRows()).toHaveLength(1);
  });

  it('is renewed once by the hourly job before the permission ends', async () => {
    await linkAccount(ana, 'maple');
    const [before] = await accountRows();
    await database.pool.query(
      `update linked_accounts set access_expires_at = now() + interval '1 day', renewed_at = now() - interval '29 days'`,
    );
    pinterest.requests.length = 0;
    const runner = site.app.get(JobRunner);
    await Promise.all([runner.run('linked-tokens'), runner.run('linked-tokens')]);
    expect(pinterest.requestsTo('token').map(({ form }) => form['grant_type'])).toEqual(['refresh_token']);
    const [after] = await accountRows();
    expect(after.access_token.equals(before.access_token)).toBe(false);
    expect(after.access_expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  it('adds nothing to the catalog', async () => {
    await linkAccount(ana, 'maple');
    const { rows: found } = await site.app
      .get(Postgres)
      .pool.query(`select (select count(*) from pinners) + (select count(*) from boards) + (select count(*) from pins) total`);
    expect(found).toEqual([{ total: 0 }]);
  });
});

describe('access to linked accounts', () => {
  it('shows no tokens and no accounts of others', async () => {
    await linkAccount(ana, 'maple');
    await linkAccount(ben, 'birch');
    expect(await listAccounts(ana)).toHaveLength(1);
    const { text } = await site.request('GET', ACCOUNTS_URL, { as: ben });
    expect(text).not.toMatch(/pin[ar]_|token/);
  });

  it('refuses to unlink the accounts of others', async () => {
    const { _id } = (await linkAccount(ana, 'maple')).body as unknown as LinkedAccount;
    expect(await site.request('DELETE', `${ACCOUNTS_URL}/${_id}`, { as: ben })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await accountRows()).toHaveLength(1);
    expect((await site.request('DELETE', `${ACCOUNTS_URL}/${_id}`, { as: ana })).status).toBe(204);
    expect(await accountRows()).toEqual([]);
  });
});

describe('the limit of five accounts', () => {
  it('holds for twenty concurrent returns', async () => {
    const states = await Promise.all(Array.from({ length: 20 }, () => startLinking(ana)));
    const responses = await Promise.all(states.map((state, index) => postAccounts(ana, { code: pinterest.codeFor(`p${index}`), state })));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(await accountRows()).toHaveLength(5);
    expect(refused).toHaveLength(15);
    for (const each of refused)
      expect(each).toMatchObject({ status: 422, body: { error: 'You can link up to 5 accounts.', code: 'link_limit' } });
    expect(await postAccounts(ana, {})).toMatchObject({ status: 422, body: { error: 'You can link up to 5 accounts.' } });
  });

  it('does not prevent reconnecting an account', async () => {
    const state = await startLinking(ana);
    for (let index = 0; index < 5; index++) await linkAccount(ana, `p${index}`);
    expect((await postAccounts(ana, { code: pinterest.codeFor('p5'), state })).body['code']).toBe('link_limit');
    await database.pool.query(`update linked_accounts set needs_reconnect = true where username = 'p3'`);
    expect((await linkAccount(ana, 'p5')).status).toBe(422);
    expect(await linkAccount(ana, 'p3')).toMatchObject({ status: 200, body: { username: 'p3', needs_reconnect: false } });
    expect(await accountRows()).toHaveLength(5);
  });
});

describe('an invalid return from Pinterest', () => {
  const cases: readonly (readonly [name: string, prepare: () => Promise<readonly [Pick<TestUser, 'headers'>, unknown]>])[] = [
    ['a forged state', async () => [ana, { code: pinterest.codeFor('maple'), state: 'f'.repeat(43) }]],
    ['no state', async () => [ana, { code: pinterest.codeFor('maple') }]],
    [
      'a replayed state',
      async () => {
        const state = await startLinking(ana);
        await postAccounts(ana, { code: pinterest.codeFor('maple'), state });
        return [ana, { code: pinterest.codeFor('birch'), state }];
      },
    ],
    [
      'the state of another session',
      async () => [await openSession(site.app, ana.id), { code: pinterest.codeFor('maple'), state: await startLinking(ana) }],
    ],
    [
      'an expired state',
      async () => {
        const state = await startLinking(ana);
        await database.pool.query(`update linking_states set expires_at = $1`, [site.app.get(Clock).now()]);
        return [ana, { code: pinterest.codeFor('maple'), state }];
      },
    ],
    [
      'an attacker’s code and state in the victim’s session',
      async () => [ana, { code: pinterest.codeFor('attacker'), state: await startLinking(ben) }],
    ],
    [
      'a used code',
      async () => {
        const code = pinterest.codeFor('maple');
        await postAccounts(ana, { code, state: await startLinking(ana) });
        return [ana, { code, state: await startLinking(ana) }];
      },
    ],
  ];

  it.each(cases.map(([name, prepare]) => ({ name, prepare })))('is refused with $name, without calling Pinterest', async ({ prepare }) => {
    const [as, body] = await prepare();
    const before = await accountRows();
    pinterest.requests.length = 0;
    const response = await postAccounts(as, body);
    expect([400, 422]).toContain(response.status);
    if (response.status === 422) expect(response.body['code']).toBe('linking_ended');
    expect(pinterest.requests).toEqual([]);
    expect(await accountRows()).toEqual(before);
  });

  it('is refused for an account of another user after one call to Pinterest', async () => {
    await linkAccount(ben, 'maple');
    const before = await accountRows();
    pinterest.requests.length = 0;
    expect(await linkAccount(ana, 'maple')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(pinterest.requestsTo('token')).toHaveLength(1);
    expect(await accountRows()).toEqual(before);
  });

  it('is refused once Pinterest did not answer', async () => {
    const state = await startLinking(ana);
    pinterest.respondWith('token', jsonResponse(500, { message: 'secret internals' }));
    const failed = await postAccounts(ana, { code: pinterest.codeFor('maple'), state });
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(failed.text).not.toContain('secret');
    pinterest.respondWith('token');
    expect((await postAccounts(ana, { code: pinterest.codeFor('maple'), state })).body['code']).toBe('linking_ended');
  });

  it('stores only the hash of a state', async () => {
    const state = await startLinking(ana);
    expect(state).toMatch(/^[\w-]{43}$/);
    const { rows: stored } = await database.pool.query<{ text: string }>('select t::text text from linking_states t');
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain(state);
    expect(stored[0]?.text).not.toContain(ana.token);
  });
});

describe('the tokens of a linked account', () => {
  it('appear nowhere in the database as plain text', async () => {
    await linkAccount(ana, 'maple');
    const dump = await dumpDatabase(database.pool, []);
    expect(dump).toContain('maple');
    for (const token of pinterest.issuedTokens) {
      expect(dump).not.toContain(token);
      expect(dump).not.toContain(Buffer.from(token).toString('hex'));
      expect(dump).not.toContain(Buffer.from(token).toString('base64'));
    }
    expect(pinterest.issuedTokens.length).toBeGreaterThan(1);
  });

  it('are not used after a byte was changed', async () => {
    await linkAccount(ana, 'maple');
    await ageReadings();
    await database.pool.query('update linked_accounts set access_token = set_byte(access_token, 30, get_byte(access_token, 30) # 1)');
    pinterest.requests.length = 0;
    expect(await listAccounts(ana)).toMatchObject([{ username: 'maple' }]);
    expect(pinterest.requests).toEqual([]);
  });
});

const basic = ['user_accounts:read', 'boards:read', 'pins:read'];

/** Links an account with the consent to search volumes. */
async function linkWithVolumes(as: TestUser, username: string, scopes = [...basic, 'ads:read']): Promise<LinkedAccount> {
  const state = stateParameter(await postAccounts(as, { with_volumes: true }));
  return (await postAccounts(as, { code: pinterest.codeFor(username, scopes), state })).body as unknown as LinkedAccount;
}
const read = (as: TestUser, id: string, what: string) => site.request('GET', `${ACCOUNTS_URL}/${id}/${what}`, { as });

describe('an account of one’s own', () => {
  it('shows 90 days and the top pins with their titles, privately', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_marked');
    const analytics = await read(ana, _id, 'analytics');
    expect(analytics).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const { split, series } = analytics.body as unknown as OwnAnalytics;
    expect([split, series.map(({ name, days }) => [name, days.length])]).toEqual(['none', [['all', 90]]]);
    const { pins } = (await read(ana, _id, 'top_pins?sort_by=saves')).body as unknown as OwnTopPins;
    expect(pins).toHaveLength(10);
    expect(pins.every(({ title }) => title?.startsWith('maple_marked: '))).toBe(true);
  });

  it('is stored nowhere in the database, and forgotten when it is unlinked', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_marked');
    await read(ana, _id, 'analytics');
    const { pins } = (await read(ana, _id, 'top_pins')).body as unknown as OwnTopPins;
    const marks = pins.flatMap(({ id, title }) => [id, title ?? id]);
    const dump = await dumpDatabase(database.pool, []);
    expect(marks.filter((mark) => dump.includes(mark))).toEqual([]);
    expect((await site.request('DELETE', `${ACCOUNTS_URL}/${_id}`, { as: ana })).status).toBe(204);
    expect((await read(ana, _id, 'analytics')).status).toBe(404);
    const { _id: again } = await linkWithVolumes(ana, 'maple_marked');
    pinterest.requests.length = 0;
    await read(ana, again, 'analytics');
    expect(pinterest.requestsTo('analytics')).toHaveLength(1);
  });

  it('loses one part, with a sentence, when Pinterest sends what it does not document', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple');
    pinterest.respondWith('analytics', jsonResponse(200, { all: { daily_metrics: 'soon' } }));
    expect(await read(ana, _id, 'analytics')).toMatchObject({
      status: 503,
      body: { error: "Pinterest sent an answer that we can't read. Please try again later." },
    });
    expect((await read(ana, _id, 'top_pins')).status).toBe(200);
    expect((await site.request('GET', ACCOUNTS_URL, { as: ana })).status).toBe(200);
  });

  it('keeps its top pins when their titles cannot be read', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple');
    pinterest.respondWith('pin', jsonResponse(404, { code: 50, message: 'Pin not found.' }));
    const { pins } = (await read(ana, _id, 'top_pins')).body as unknown as OwnTopPins;
    expect(pins).toHaveLength(10);
    expect(pins[0]).toMatchObject({ title: null, created_at: null, values: { impressions: expect.any(Number) } });
  });

  it('says that access has ended', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple');
    await database.pool.query('update linked_accounts set needs_reconnect = true');
    expect(await read(ana, _id, 'analytics')).toMatchObject({ status: 422, body: { code: 'permission_ended' } });
  });

  it('is read at once after it was reconnected, whatever Pinterest said to the earlier token', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple');
    pinterest.respondWith('analytics', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    expect(await read(ana, _id, 'analytics')).toMatchObject({ status: 422, body: { code: 'permission_ended' } });
    pinterest.respondWith('analytics');
    expect((await linkWithVolumes(ana, 'maple'))._id).toBe(_id);
    expect((await read(ana, _id, 'analytics')).status).toBe(200);
  });

  it('delays neither Today nor a list while Pinterest is silent', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple');
    for (const part of ['account', 'analytics', 'top pins'] as const) pinterest.respondWith(part, () => undefined);
    pinterest.requests.length = 0;
    let hasEnded = false;
    const waiting = read(ana, _id, 'analytics').finally(() => (hasEnded = true));
    for (const path of ['/api/users/me/today', '/api/boards', '/api/pins', '/api/keywords'])
      expect([path, (await site.request('GET', path, { as: ana })).status, hasEnded]).toEqual([path, 200, false]);
    expect((await waiting).status).toBe(503);
    expect(pinterest.requests.map(({ path }) => path.split('?')[0])).toEqual(['/v5/user_account/analytics']);
  });
});

/** Saves a keyword of ana's, as if some days ago. */
const save = (keyword: string, ageDays: number) =>
  database.pool.query(
    `insert into saved_keywords (user_id, keyword, name, saved_at) values ($1, $2, $3, now() - make_interval(days => $4))
     on conflict (user_id, keyword) do update set saved_at = excluded.saved_at`,
    [ana.id, keywordKey(keyword), keyword, ageDays],
  );

const everything =
  'analytics top_pins boards pins/7/analytics results results?keyword=outfits trends terms?term=nails volumes?keywords=nails'.split(' ');

const readOwn = async <T>(id: string, what: string): Promise<T> => {
  const { status, body } = await read(ana, id, what);
  expect([what, status, body['error']]).toEqual([what, 200, undefined]);
  return body as unknown as T;
};

describe('numbers that Pinterest has for an account', () => {
  it('tell which board brings the outbound clicks, and of how many pins', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_boards');
    const { boards, pins_read, pins } = await readOwn<OwnBoards>(_id, 'boards');
    expect([boards.length, pins_read, pins]).toEqual([4, 13, 14]);
    expect(boards.reduce((total, { outbound_share }) => total + (outbound_share ?? 0), 0)).toBeCloseTo(1);
    expect(boards.find(({ name }) => name.endsWith('Group: Home & craft'))).toMatchObject({ owner: 'north_light_home', own_pins: 3 });
  });

  it('show what came of saved keywords: of all in one call that reads the pins once, or of one', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_results');
    await Promise.all([save('fall outfits', 1_000), save('fall', 1_000), save('nothing like it', 1_000), save('outfits', 0)]);
    const all = await readOwn<ResearchResults>(_id, 'results');
    expect(all.keywords.map(({ keyword }) => keyword).toSorted()).toEqual(['fall', 'fall outfits']);
    expect(all).toMatchObject({ pins_read: 14, pins_unread: 0, is_complete: true });
    const one = await readOwn<ResearchResults>(_id, 'results?keyword=Fall%20outfit');
    expect(one.keywords).toEqual(all.keywords.filter(({ keyword }) => keyword === 'fall outfits'));
    const { pins, total } = one.keywords[0]!;
    expect([pins.length, total]).toEqual([2, 2]);
    for (const { id, title, created_at, saves } of pins) {
      expect(title).toMatch(/^maple_results: Fall outfits/);
      const isInReach = Date.now() - Date.parse(created_at) < 90 * 86_400_000;
      expect([id, saves]).toEqual([id, isInReach ? expect.any(Number) : null]);
      expect((await readOwn<OwnPinAnalytics>(_id, `pins/${id}/analytics`)).days).toHaveLength(90);
    }
    expect((await readOwn<ResearchResults>(_id, 'results?keyword=not%20saved')).keywords).toEqual([]);
  });

  it('are trends, terms, and volumes', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_volumes');
    const { trends } = await readOwn<Trends>(_id, 'trends?region=GB%2BIE&type=monthly&interest=travel&gender=male&age=18-24');
    expect(trends).toHaveLength(12);
    expect((await readOwn<Terms>(_id, 'terms?term=fall%20nails')).related).toContain('fall nails ideas');
    const { volumes, day } = await readOwn<Volumes>(_id, 'volumes?country=DE&keywords=fall%20nails,%20hair%20,fall%20nails,');
    expect(volumes.map(({ keyword }) => keyword)).toEqual(['fall nails', 'hair']);
    expect(day).toBe(new Date().toISOString().slice(0, 10));
  });

  it('are not shown to others', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_volumes');
    for (const what of everything) expect([what, (await read(ben, _id, what)).status]).toEqual([what, 404]);
  });

  it('need the second consent for volumes and terms, and ask Pinterest nothing before', async () => {
    const { _id } = await linkWithVolumes(ana, 'maple_volumes', basic);
    pinterest.requests.length = 0;
    for (const what of ['terms?term=nails', 'volumes?keywords=nails'])
      expect(await read(ana, _id, what)).toMatchObject({
        status: 422,
        body: { code: 'volumes_not_allowed', error: 'Allow search volumes on the page of your account first.' },
      });
    expect(pinterest.requests).toEqual([]);
  });

  it('need an ad account for volumes', async () => {
    const { _id } = await linkWithVolumes(ana, 'slow_travel_notes');
    expect(await read(ana, _id, 'volumes?keywords=nails')).toMatchObject({
      status: 422,
      body: { code: 'no_ad_account' },
    });
  });

  it.each([
    ['pins/x/analytics', /^pin_id must be the id of a pin/],
    ['terms', /^term /],
    ['terms?term=a,b', /^term must not have a comma/],
    ['volumes?keywords=', /^keywords must not be empty/],
    ['volumes?keywords=a&country=usa', /^country must be a country code/],
    ['results?keyword=', /^keyword must not be empty/],
  ])('name a wrong parameter: %s', async (what, error) => {
    const id = '00000000-0000-4000-8000-000000000000';
    const { status, body } = await read(ana, id, what);
    expect([status, body['error']]).toEqual([400, expect.stringMatching(error)]);
  });
});
