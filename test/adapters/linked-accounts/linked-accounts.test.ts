import { Logger } from '@nestjs/common';
import type { LockScope } from '#domain/jobs/lock-scope';
import { PermissionEnded } from '#domain/linked-accounts/errors';
import type { Permission, Tokens } from '#domain/linked-accounts/platform';
import { driverPool, JobDataSource } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { PostgresJobLocks } from '#server/jobs/postgres/advisory-locks';
import { Permissions } from '#server/linked-accounts/typeorm/permissions';
import { MINUTE_MS } from '#domain/durations';
import { StoredAnswers } from '#server/linked-accounts/postgres/stored-answers';
import { TokenCipher } from '#server/secrets/token-cipher';
import { daysFromNow, linkedAccountStores, now, permissionFor, encryptionWith } from '../../support/database/linked-accounts';
import { useTypeormDatabase, emailBranding } from '../../support/database/typeorm-database';

const database = useTypeormDatabase();
let stores: ReturnType<typeof linkedAccountStores>;
beforeAll(() => {
  Logger.overrideLogger(false);
  stores = linkedAccountStores(database);
});
beforeEach(() => database.pool.query('truncate linked_accounts, linking_states, emails cascade'));

describe('linked accounts in Postgres', () => {
  const link = async (owner: string, permission: Permission, linkedAt = now) =>
    (await stores.accounts.add(owner, 'pinterest', permission, linkedAt))._id;

  it('renews an account that is linked again and keeps its position', async () => {
    const owner = await database.insertUser();
    const id = await link(owner, permissionFor('maple', 30, 5), daysFromNow(-3));
    await link(owner, permissionFor('later'), daysFromNow(-1));
    await stores.permissions.warnExpiring('pinterest', now);
    expect((await stores.accounts.listFor(owner))[0]?.account).toMatchObject({ username: 'maple', needs_reconnect: true });
    expect(await link(owner, permissionFor('maple', 40))).toBe(id);
    expect((await stores.accounts.listFor(owner)).map(({ account }) => [account.username, account.needs_reconnect])).toEqual([
      ['maple', false],
      ['later', false],
    ]);
  });

  it('lets one of several callers refresh a profile', async () => {
    const id = await link(await database.insertUser(), permissionFor('maple'), daysFromNow(-1));
    const claim = () => stores.accounts.claimProfileRefresh(id, daysFromNow(-0.5), now);
    const claims = await Promise.all(Array.from({ length: 8 }, claim));
    expect(claims.filter((token) => token !== null)).toEqual(['pina_maple']);
  });

  it('saves a profile only for the account it belongs to', async () => {
    const owner = await database.insertUser();
    const id = await link(owner, permissionFor('maple'));
    await stores.accounts.saveProfile(id, { ...permissionFor('maple').profile, username: 'renamed', pin_count: 9 });
    await stores.accounts.saveProfile(id, permissionFor('stranger').profile);
    expect(await stores.accounts.listFor(owner)).toMatchObject([{ account: { username: 'renamed', pin_count: 9 } }]);
  });
});

describe('linking states in Postgres', () => {
  let state: { readonly session_hash: string; readonly user_id: string; readonly expires_at: Date };
  beforeEach(async () => {
    state = { session_hash: 's', user_id: await database.insertUser(), expires_at: daysFromNow(1) };
  });

  it('lets one of several callers consume a state', async () => {
    await stores.accounts.saveState({ ...state, state_hash: 'one' }, now);
    const consumed = await Promise.all(Array.from({ length: 8 }, (_, index) => stores.accounts.consumeState('one', `code-${index}`)));
    expect(consumed.filter((each) => each !== null)).toMatchObject([state]);
  });

  it('accepts a code once, even with another state', async () => {
    for (const name of ['two', 'three']) await stores.accounts.saveState({ ...state, state_hash: name }, now);
    const consumed = await Promise.all([stores.accounts.consumeState('two', 'same'), stores.accounts.consumeState('three', 'same')]);
    expect(consumed.filter((each) => each !== null)).toHaveLength(1);
  });

  it('deletes expired states when it saves another', async () => {
    await stores.accounts.saveState({ ...state, state_hash: 'old', expires_at: daysFromNow(0) }, daysFromNow(-1));
    await stores.accounts.saveState({ ...state, state_hash: 'new' }, now);
    expect(await stores.accounts.consumeState('old', 'code')).toBeNull();
    expect(await stores.accounts.consumeState('new', 'code')).toMatchObject(state);
  });
});

/** The users who got an email, in order. */
const emailedUserIds = async () =>
  (await database.pool.query<{ user_id: string }>('select user_id from emails order by id')).rows.map(({ user_id }) => user_id);

describe('permissions in Postgres', () => {
  let owner: string;
  beforeEach(async () => void (owner = await database.insertUser()));

  const link = async (permission: Permission, linkedAt = daysFromNow(-29), as = owner) =>
    (await stores.accounts.add(as, 'pinterest', permission, linkedAt))._id;
  const accountRow = async (id: string) => (await database.pool.query('select * from linked_accounts where _id = $1', [id])).rows[0];
  const seen = (id: string) => ({ _id: id, renewed_at: daysFromNow(-29) });
  const renew = (id: string, refresh: () => Promise<Tokens> = async () => permissionFor('renewed').tokens, at = now) =>
    stores.permissions.renew(seen(id), at, refresh);
  const currentAccessToken = (id: string) => stores.accounts.claimProfileRefresh(id, now, now);

  it.each([
    ['new tokens', 30, 60, -2, false],
    ['an access token with more than a week left', 7.01, 60, -23, false],
    ['an access token with a week left', 7, 60, -23, true],
    ['an expired access token', -1, 60, -31, true],
    ['a refresh token with more than a month left', 20, 30.01, -2, false],
    ['a refresh token with a month left', 20, 30, -2, true],
    ['short-lived tokens that were issued today', 1, 2, -0.9, false],
    ['short-lived tokens that were issued a day ago', 1, 2, -1, true],
    ['no refresh token', 1, null, -29, false],
  ])(
    'lists an account for renewal with %s: access %s, refresh %s, issued %s days from now, due %s',
    async (_, access, refresh, issued, due) => {
      const renewed_at = daysFromNow(issued);
      const _id = await link(permissionFor('maple', access, refresh), renewed_at);
      expect(await stores.permissions.listDue('pinterest', now)).toMatchObject(due ? [{ _id, renewed_at }] : []);
      expect(await stores.permissions.listDue('sandbox', now)).toEqual([]);
    },
  );

  it('renews an account once when several callers try', async () => {
    const id = await link(permissionFor('maple', 1));
    let refreshCount = 0;
    const refresh = async () => {
      refreshCount++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return permissionFor('renewed').tokens;
    };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => renew(id, refresh)));
    expect(outcomes.toSorted()).toEqual(['renewed', 'skipped', 'skipped', 'skipped']);
    expect(await renew(id, refresh)).toBe('skipped');
    expect(refreshCount).toBe(1);
    expect(await currentAccessToken(id)).toBe('pina_renewed');
    expect((await stores.accounts.listFor(owner))[0]?.renewed_at).toEqual(now);
  });

  it.each<[string, () => Promise<Tokens>]>([
    ['arrive late', () => Promise.resolve(permissionFor('late').tokens)],
    ['are refused', () => Promise.reject(new PermissionEnded())],
  ])('keeps the tokens of an account that was linked again when the renewed ones %s', async (_, respond) => {
    const id = await link(permissionFor('maple', 1));
    const refresh = async () => {
      await stores.accounts.add(owner, 'pinterest', { ...permissionFor('newest'), profile: permissionFor('maple').profile }, now);
      return respond();
    };
    expect(await renew(id, refresh)).toBe('skipped');
    expect(await currentAccessToken(id)).toBe('pina_newest');
    expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(false);
  });

  it('saves nothing for an account that was removed meanwhile', async () => {
    const id = await link(permissionFor('maple', 1));
    const refresh = async () => {
      await stores.accounts.remove(owner, id);
      return permissionFor('renewed').tokens;
    };
    expect(await renew(id, refresh)).toBe('skipped');
    expect(await stores.accounts.listFor(owner)).toEqual([]);
  });

  it('takes over a lease that expired after a minute', async () => {
    const id = await link(permissionFor('maple', 1));
    let finishFirst = (_: Tokens): void => undefined;
    let startFirst = (): void => undefined;
    const started = new Promise<void>((resolve) => (startFirst = resolve));
    const first = renew(id, () => {
      startFirst();
      return new Promise((resolve) => (finishFirst = resolve));
    });
    await started;
    expect(await renew(id, undefined, new Date(now.getTime() + 59_999))).toBe('skipped');
    expect(await renew(id, undefined, new Date(now.getTime() + 60_000))).toBe('renewed');
    finishFirst(permissionFor('late').tokens);
    expect(await first).toBe('skipped');
    expect(await currentAccessToken(id)).toBe('pina_renewed');
  });

  it('ends a refused permission and emails its owner once', async () => {
    const id = await link(permissionFor('maple', 1, 5));
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(1);
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(0);
    expect((await stores.accounts.listFor(owner))[0]).toMatchObject({ account: { needs_reconnect: true }, ended: false });
    expect(await renew(id, () => Promise.reject(new PermissionEnded()))).toBe('ended');
    expect((await stores.accounts.listFor(owner))[0]).toMatchObject({ ended: true });
    const { rows } = await database.pool.query(`select user_id, kind, content->>'subject' subject from emails`);
    expect(rows).toEqual([{ user_id: owner, kind: 'reconnect', subject: 'Reconnect @maple to Corklight' }]);
    expect(await stores.permissions.listDue('pinterest', now)).toEqual([]);
  });

  it('emails again about a permission that was renewed since', async () => {
    await link(permissionFor('maple', 1, 5));
    await stores.permissions.warnExpiring('pinterest', now);
    await link(permissionFor('maple', 1, 5));
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(1);
    expect(await emailedUserIds()).toEqual([owner, owner]);
  });

  it.each([
    [7, 1, false],
    [7.01, 0, false],
    [0, 1, true],
  ])('with %d days left, sends %d emails and sets ended to %s', async (daysLeft, emailCount, isEnded) => {
    await link(permissionFor('maple', 1, daysLeft));
    await stores.permissions.warnExpiring('pinterest', now);
    expect(await emailedUserIds()).toHaveLength(emailCount);
    expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(isEnded);
  });

  it('ends an expired permission without a second email', async () => {
    await link(permissionFor('maple', 1, 5));
    await stores.permissions.warnExpiring('pinterest', now);
    expect(await stores.permissions.warnExpiring('pinterest', daysFromNow(6))).toBe(1);
    expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(true);
    expect(await emailedUserIds()).toEqual([owner]);
  });

  it('holds no connection while the platform is called', async () => {
    const id = await link(permissionFor('maple', 1));
    const refresh = async () => {
      for (const pool of [database.postgres.pool, database.postgres.jobPool]) expect(pool.totalCount - pool.idleCount).toBe(0);
      return permissionFor('renewed').tokens;
    };
    expect(await stores.permissions.renew(seen(id), now, refresh)).toBe('renewed');
    expect(await accountRow(id)).toMatchObject({
      access_expires_at: daysFromNow(30),
      refresh_expires_at: daysFromNow(60),
      renewed_at: now,
      renewing_until: null,
    });
  });

  it('saves new tokens even when the job has lost its lock meanwhile', async () => {
    const id = await link(permissionFor('maple', 1));
    const jobScope: { current?: LockScope } = {};
    const refresh = async () => {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corklight lock' and datname = current_database()`,
      );
      while (!jobScope.current?.revokedBecause) await new Promise((resolve) => setTimeout(resolve, 10));
      return permissionFor('renewed').tokens;
    };
    const run = new PostgresJobLocks(database.postgres).runIfFree('linked-tokens', async (scope) => {
      jobScope.current = scope;
      expect(await stores.permissions.renew(seen(id), now, refresh)).toBe('renewed');
      return 'ran';
    });
    await expect(run).rejects.toThrow('lock of this work was lost');
    expect(await currentAccessToken(id)).toBe('pina_renewed');
  });

  it('finishes while the server stops, and starts no other', async () => {
    const [id, otherId] = [await link(permissionFor('maple', 1)), await link(permissionFor('oak', 1))];
    const jobDataSource = await JobDataSource.connect(database.url);
    const stoppingPostgres = new Postgres(database.url, database.postgres.pool, driverPool(jobDataSource));
    const permissions = new Permissions(jobDataSource, stoppingPostgres, encryptionWith(1), emailBranding);
    let closed = Promise.resolve();
    const refresh = async () => {
      closed = stoppingPostgres.close().then(() => jobDataSource.destroy());
      await expect(permissions.renew(seen(otherId), now, refresh)).rejects.toThrow('The service is stopping');
      return permissionFor('renewed').tokens;
    };
    expect(await permissions.renew(seen(id), now, refresh)).toBe('renewed');
    await closed;
    expect(await currentAccessToken(id)).toBe('pina_renewed');
  });

  it('emails no unconfirmed address', async () => {
    await database.pool.query('update users set is_confirmed = false where id = $1', [owner]);
    const id = await link(permissionFor('maple', 1, 5));
    const soonId = await link(permissionFor('oak', 1, 5));
    const { permissions } = stores;
    await permissions.renew(seen(id), now, () => Promise.reject(new PermissionEnded()));
    await permissions.warnExpiring('pinterest', now);
    expect(await emailedUserIds()).toEqual([]);
    expect([(await accountRow(id)).needs_reconnect, (await accountRow(soonId)).warned_at]).toEqual([true, now]);
  });

  it('warns about more permissions than one batch holds', async () => {
    for (let index = 0; index < 201; index++) await link(permissionFor(`many-${index}`, 1, 5), now, await database.insertUser());
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(201);
    expect(await emailedUserIds()).toHaveLength(201);
  });

  it('decrypts no token in another row', async () => {
    const [first, second] = [await link(permissionFor('first')), await link(permissionFor('second'))];
    await database.pool.query(
      'update linked_accounts set access_token = (select access_token from linked_accounts where _id = $1) where _id = $2',
      [first, second],
    );
    expect(await currentAccessToken(second)).toBeNull();
    expect(await currentAccessToken(first)).toBe('pina_first');
  });

  it('skips accounts whose key is missing', async () => {
    const id = await link(permissionFor('maple', 1));
    const { accounts, permissions } = linkedAccountStores(database, 9);
    expect(await permissions.renew(seen(id), now, () => Promise.resolve(permissionFor('x').tokens))).toBe('skipped');
    expect(await accounts.claimProfileRefresh(id, now, now)).toBeNull();
  });
});

const cipherWith = (keyNumber: number) =>
  new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map([[`k${keyNumber}`, Buffer.alloc(32, keyNumber)]]) });
const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const PINS = 'pins?page_size=250';

describe('answers that servers share', () => {
  let answers: StoredAnswers;
  let user: string;
  let account: string;
  beforeEach(async () => {
    answers = new StoredAnswers(database.postgres, cipherWith(1));
    user = await database.insertUser();
    account = (await stores.accounts.add(user, 'pinterest', permissionFor('maple'), now))._id;
  });
  const countRows = async () => (await database.pool.query('select from account_answers')).rowCount;
  const claim = (store = answers, at = now) => store.claim(account, PINS, at, new Date(at.getTime() + MINUTE_MS / 2));

  it('are asked for by one server alone, and shown to all until they expire', async () => {
    const other = new StoredAnswers(database.postgres, cipherWith(1));
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(index % 2 === 0 ? answers : other)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await other.read(account, PINS, now)).toBe('asking');
    const value = { items: [{ title: 'marked soup', created_at: now, image: null, rest: undefined }] };
    await answers.save(account, PINS, value, after(15));
    expect(await other.read(account, PINS, after(14.9))).toEqual({ value });
    expect([await claim(other, after(14.9)), await claim(other, after(15))]).toEqual([false, true]);
    expect(await other.read(account, PINS, after(15))).toBe('asking');
  });

  it('may be asked for again after a failure, and half a minute after a server has died', async () => {
    await claim();
    await answers.release(account, PINS);
    expect([await answers.read(account, PINS, now), await claim(), await claim(), await claim(answers, after(0.5))]).toEqual([
      null,
      true,
      false,
      true,
    ]);
  });

  it('are stored encrypted, bound to their account and request, and unreadable with another key', async () => {
    await claim();
    await answers.save(account, PINS, 'marked soup', after(15));
    const { rows } = await database.pool.query<{ stored: string }>('select t::text stored from account_answers t');
    for (const text of ['marked', PINS, Buffer.from('marked').toString('hex'), Buffer.from('marked').toString('base64')])
      expect(rows[0]?.stored).not.toContain(text);
    expect(await new StoredAnswers(database.postgres, cipherWith(2)).read(account, PINS, now)).toBeNull();
    const other = (await stores.accounts.add(user, 'pinterest', permissionFor('oak'), now))._id;
    await database.pool.query('update account_answers set account_id = $1', [other]);
    expect(await answers.read(other, PINS, now)).toBeNull();
  });

  it('are deleted with their account, also while a server is asking, and cannot come back', async () => {
    await claim();
    await answers.claim(account, 'boards', now, after(1));
    await answers.save(account, 'boards', 'marked boards', after(15));
    expect(await stores.accounts.remove(user, account)).toBe(true);
    expect(await countRows()).toBe(0);
    await answers.save(account, PINS, 'marked soup', after(15));
    expect([await claim(), await countRows()]).toEqual([false, 0]);
  });

  it('are deleted when they are no longer shown', async () => {
    await claim();
    await answers.save(account, PINS, 'marked soup', after(15));
    expect([await answers.deleteExpired(after(14.9)), await answers.deleteExpired(after(15)), await countRows()]).toEqual([0, 1, 0]);
    expect(await answers.deleteExpired(daysFromNow(1))).toBe(0);
  });

  it('are in no WAL, and so in no replica and no archive of it', async () => {
    const { rows } = await database.pool.query(`select relpersistence kind from pg_class where relname = 'account_answers'`);
    expect(rows).toEqual([{ kind: 'u' }]);
  });
});
