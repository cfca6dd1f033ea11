import { Clock } from '#domain/clock';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { sandboxProfile } from '#server/linked-accounts/sandbox/accounts';
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
  pinterest.respondWith('token');
  pinterest.respondWith('account');
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
    try {
      const post = (body: unknown) => limited.request('POST', ACCOUNTS_URL, { as: ana, body });
      for (const name of ['maple', 'birch', 'cedar', 'fern', 'oak']) {
        await post({});
        const state = stateParameter(await post({}));
        expect(await post({ code: pinterest.codeFor(name), state })).toMatchObject({ status: 200, body: { username: name } });
      }
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 6; attempt++) statuses.push((await post({})).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    } finally {
      await limited.close();
    }
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
