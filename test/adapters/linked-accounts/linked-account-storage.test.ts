import { Logger } from '@nestjs/common';
import { Conflict } from '#domain/errors';
import { isRenewalDue } from '#domain/linked-accounts/permission-lifetime';
import type { Permission, Tokens } from '#domain/linked-accounts/platform';
import { LinkLimitReached, PermissionEnded } from '#domain/linked-accounts/errors';
import { Postgres } from '#server/database/postgres';
import type { LockScope } from '#domain/lock-scope';
import { PostgresJobLocks } from '#server/jobs/postgres/job-locks';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';
import { TokenEncryption } from '#server/linked-accounts/token-encryption';
import { TypeormLinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { TypeormLinkingStates } from '#server/linked-accounts/typeorm/linking-states';
import { TypeormPermissions } from '#server/linked-accounts/typeorm/permissions';
import { TokenCipher } from '#server/secrets/token-cipher';
import { tokensCommand } from '#server/cli/tokens.command';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);

const cipherWith = (...ids: readonly number[]) =>
  new TokenCipher({ signingKey: Buffer.alloc(32), tokenKeys: new Map(ids.map((id) => [`k${id}`, Buffer.alloc(32, id)])) });

let database: TestDatabase;
let postgres: Postgres;
let accounts: TypeormLinkedAccounts;
let permissions: TypeormPermissions;
let userCount = 0;

const emailBranding = {
  contextFor: (to: string, userId: string | null) => ({ brand: 'Corklight', origin: 'https://pins.example.com', to, user_id: userId }),
};

const createStores = (box: TokenCipher) => {
  const sealed = new TokenEncryption(box);
  return { accounts: new TypeormLinkedAccounts(postgres, sealed), permissions: new TypeormPermissions(postgres, sealed, emailBranding) };
};

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  postgres = new Postgres(database.url);
});

beforeEach(async () => {
  await database.pool.query('truncate linked_accounts, linking_states, letters');
  ({ accounts, permissions } = createStores(cipherWith(1)));
});

afterAll(async () => {
  await postgres.close();
  await database.close();
});

async function insertUser(confirmed = true): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    'insert into users (email, is_confirmed, created_at) values ($1, $2, $3) returning id',
    [`linker-${++userCount}@people.test`, confirmed, now],
  );
  return rows[0]!.id;
}

const permission = (name: string, access = 30, refresh: number | null = 60): Permission => ({
  tokens: {
    access: `pina_${name}`,
    access_expires_at: daysFromNow(access),
    refresh: refresh === null ? null : `pinr_${name}`,
    refresh_expires_at: refresh === null ? null : daysFromNow(refresh),
  },
  profile: { external_id: `id-${name}`, username: name, profile_image: null, pin_count: 3, website_url: null },
});

const linkAccount = async (owner: string, given: Permission, when = now) => (await accounts.add(owner, 'pinterest', given, when))._id;
const queuedEmails = async () => (await database.pool.query(`select user_id, kind, content->>'subject' subject from letters`)).rows;
const accountRow = async (id: string) => (await database.pool.query('select * from linked_accounts where _id = $1', [id])).rows[0];
const isDueNow = (life: Parameters<typeof isRenewalDue>[0]) => isRenewalDue(life, now);

describe('the store of linked accounts', () => {
  it('keeps a person at five, however many are added at once', async () => {
    const owner = await insertUser();
    const added = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => linkAccount(owner, permission(`p${index}`))));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of added) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(LinkLimitReached);
    expect(await accounts.listFor(owner)).toHaveLength(5);
  });

  it('renews an account that is linked again, keeps its place, and gives it to nobody else', async () => {
    const [owner, other] = [await insertUser(), await insertUser()];
    const id = await linkAccount(owner, permission('maple'), daysFromNow(-3));
    await linkAccount(owner, permission('later'), daysFromNow(-1));
    await database.pool.query('update linked_accounts set needs_reconnect = true, warned_at = $1 where _id = $2', [now, id]);
    expect((await accounts.listFor(owner))[0]?.account).toMatchObject({ username: 'maple', needs_reconnect: true });
    expect(await linkAccount(owner, permission('maple', 40))).toBe(id);
    expect((await accounts.listFor(owner)).map(({ account }) => [account.username, account.needs_reconnect])).toEqual([
      ['maple', false],
      ['later', false],
    ]);
    await expect(linkAccount(other, permission('maple'))).rejects.toThrow(Conflict);
    expect(await accounts.listFor(other)).toEqual([]);
  });

  it('gives the turn to read a profile to one reader', async () => {
    const id = await linkAccount(await insertUser(), permission('maple'), daysFromNow(-1));
    const turns = await Promise.all(Array.from({ length: 8 }, () => accounts.claimProfileRefresh(id, daysFromNow(-0.5), now)));
    expect(turns.filter((turn) => turn !== null)).toEqual(['pina_maple']);
    await accounts.saveProfile(id, { ...permission('maple').profile, username: 'renamed', pin_count: 9 });
    await accounts.saveProfile(id, { ...permission('stranger').profile, username: 'stranger' });
    expect(await accountRow(id)).toMatchObject({ username: 'renamed', pin_count: 9 });
  });

  it('removes what is the person’s own', async () => {
    const owner = await insertUser();
    const id = await linkAccount(owner, permission('maple'));
    expect(await accounts.remove(await insertUser(), id)).toBe(false);
    expect(await accounts.remove(owner, id)).toBe(true);
    expect(await accountRow(id)).toBeUndefined();
  });
});

describe('the store of authorisations', () => {
  it('lets a state and a code be used once, by one of many', async () => {
    const states = new TypeormLinkingStates(postgres);
    const state = { session_hash: 's', user_id: await insertUser(), expires_at: daysFromNow(1) };
    for (const name of ['one', 'two', 'three']) await states.save(name, state, now);
    const taken = await Promise.all(Array.from({ length: 8 }, (_, index) => states.consume('one', `code-${index}`)));
    expect(taken.filter((one) => one !== null)).toEqual([state]);
    const byCode = await Promise.all([states.consume('two', 'same'), states.consume('three', 'same')]);
    expect(byCode.filter((one) => one !== null)).toHaveLength(1);
    expect(await states.consume('unknown', 'code')).toBeNull();
  });

  it('forgets what has expired', async () => {
    const states = new TypeormLinkingStates(postgres);
    await states.save('old', { session_hash: 's', user_id: await insertUser(), expires_at: daysFromNow(0) }, daysFromNow(-1));
    await states.save('new', { session_hash: 's', user_id: await insertUser(), expires_at: daysFromNow(1) }, now);
    expect((await database.pool.query('select state_hash from linking_states')).rows).toEqual([{ state_hash: 'new' }]);
  });
});

describe('keeping permissions alive', () => {
  it('finds what is due, and nothing else', async () => {
    const owner = await insertUser();
    const soon = await linkAccount(owner, permission('soon', 7), daysFromNow(-23));
    const month = await linkAccount(owner, permission('month', 20, 30), daysFromNow(-10));
    await linkAccount(owner, permission('fresh'), daysFromNow(-10));
    await linkAccount(owner, permission('today', 1, 2), daysFromNow(-0.5));
    await linkAccount(owner, permission('bare', 1, null), daysFromNow(-29));
    expect([...(await permissions.listDue('pinterest', now))].toSorted()).toEqual([soon, month].toSorted());
    expect(await permissions.listDue('sandbox', now)).toEqual([]);
  });

  it('renews in one of several instances, whole', async () => {
    const owner = await insertUser();
    const id = await linkAccount(owner, permission('maple', 1), daysFromNow(-29));
    let times = 0;
    const refresh = async () => {
      times++;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return permission('fresh').tokens;
    };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => permissions.renew(id, now, isDueNow, refresh)));
    expect(outcomes.toSorted()).toEqual(['left', 'left', 'left', 'renewed']);
    expect(await permissions.renew(id, now, isDueNow, refresh)).toBe('left');
    expect(times).toBe(1);
    expect(await accountRow(id)).toMatchObject({
      access_expires_at: daysFromNow(30),
      refresh_expires_at: daysFromNow(60),
      renewed_at: now,
    });
    expect(await accounts.claimProfileRefresh(id, now, now)).toBe('pina_fresh');
  });

  it('keeps the old tokens when the renewal fails half-way', async () => {
    const id = await linkAccount(await insertUser(), permission('maple', 1), daysFromNow(-29));
    await expect(permissions.renew(id, now, isDueNow, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    expect(await accountRow(id)).toMatchObject({ access_expires_at: daysFromNow(1), needs_reconnect: false });
  });

  it('keeps nobody waiting while the platform is asked', async () => {
    const owner = await insertUser();
    const id = await linkAccount(owner, permission('maple', 1), daysFromNow(-29));
    const refresh = async () => {
      expect(postgres.jobPool.totalCount - postgres.jobPool.idleCount).toBe(0);
      expect(await accounts.remove(owner, id)).toBe(true);
      return permission('fresh').tokens;
    };
    expect(await permissions.renew(id, now, isDueNow, refresh)).toBe('left');
    expect((await database.pool.query('select from linked_accounts')).rowCount).toBe(0);
  });

  it.each<[string, () => Promise<Tokens>]>([
    ['are late', () => Promise.resolve(permission('late').tokens)],
    ['are refused', () => Promise.reject(new PermissionEnded())],
  ])('leaves what was linked again meanwhile when the tokens %s', async (_, answer) => {
    const owner = await insertUser();
    const id = await linkAccount(owner, permission('maple', 1), daysFromNow(-29));
    const refresh = async () => {
      await accounts.add(owner, 'pinterest', { ...permission('newest'), profile: permission('maple').profile }, now);
      return answer();
    };
    expect(await permissions.renew(id, now, isDueNow, refresh)).toBe('left');
    expect(await accounts.claimProfileRefresh(id, now, now)).toBe('pina_newest');
    expect((await accountRow(id)).needs_reconnect).toBe(false);
  });

  it('leaves an account to whoever is at it, and takes it over when that one has not come back for a minute', async () => {
    const id = await linkAccount(await insertUser(), permission('maple', 1), daysFromNow(-29));
    await database.pool.query('update linked_accounts set renewing_until = $1', [new Date(now.getTime() + 60_000)]);
    const renew = (time: Date) => permissions.renew(id, time, isDueNow, () => Promise.resolve(permission('fresh').tokens));
    expect(await renew(now)).toBe('left');
    expect(await renew(new Date(now.getTime() + 60_000))).toBe('renewed');
  });

  it('is free for the next try after a failure', async () => {
    const id = await linkAccount(await insertUser(), permission('maple', 1), daysFromNow(-29));
    await expect(permissions.renew(id, now, isDueNow, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    expect(await permissions.renew(id, now, isDueNow, () => Promise.resolve(permission('fresh').tokens))).toBe('renewed');
  });

  it('loses no token that was given while the lock of its job was lost', async () => {
    const id = await linkAccount(await insertUser(), permission('maple', 1), daysFromNow(-29));
    const jobScope: { current?: LockScope } = {};
    const refresh = async () => {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corklight lock' and datname = current_database()`,
      );
      // Until the loss is known here.
      while (!jobScope.current?.revokedBecause) await new Promise((resolve) => setTimeout(resolve, 10));
      return permission('fresh').tokens;
    };
    const run = new PostgresJobLocks(postgres).runIfFree('linked-tokens', async (scope) => {
      jobScope.current = scope;
      expect(await permissions.renew(id, now, isDueNow, refresh)).toBe('renewed');
      return 'ran';
    });
    await expect(run).rejects.toThrow('lock of this work was lost');
    expect(await accounts.claimProfileRefresh(id, now, now)).toBe('pina_fresh');
  });

  it('loses no token that is given while the server stops, and begins with no other', async () => {
    const owner = await insertUser();
    const [id, other] = [
      await linkAccount(owner, permission('maple', 1), daysFromNow(-29)),
      await linkAccount(owner, permission('oak', 1), daysFromNow(-29)),
    ];
    const stopping = new Postgres(database.url);
    const theirs = new TypeormPermissions(stopping, new TokenEncryption(cipherWith(1)), emailBranding);
    let closed = Promise.resolve();
    const refresh = async () => {
      closed = stopping.close();
      await expect(theirs.renew(other, now, isDueNow, refresh)).rejects.toThrow('The service is stopping');
      return permission('fresh').tokens;
    };
    expect(await theirs.renew(id, now, isDueNow, refresh)).toBe('renewed');
    await closed;
    expect(await accounts.claimProfileRefresh(id, now, now)).toBe('pina_fresh');
  });

  it('marks what was refused and writes to its owner once', async () => {
    const owner = await insertUser();
    const id = await linkAccount(owner, permission('maple', 1, 5), daysFromNow(-29));
    expect(await permissions.warnExpiring('pinterest', now)).toBe(1);
    expect(await permissions.warnExpiring('pinterest', now)).toBe(0);
    expect((await accounts.listFor(owner))[0]).toMatchObject({ account: { needs_reconnect: true }, ended: false });
    expect(await permissions.renew(id, now, isDueNow, () => Promise.reject(new PermissionEnded()))).toBe('ended');
    expect((await accounts.listFor(owner))[0]).toMatchObject({ ended: true });
    expect(await queuedEmails()).toEqual([{ user_id: owner, kind: 'reconnect', subject: 'Reconnect @maple at Corklight' }]);
    expect(await permissions.listDue('pinterest', now)).toEqual([]);
  });

  it('writes about a new permission anew', async () => {
    const owner = await insertUser();
    await linkAccount(owner, permission('maple', 1, 5), daysFromNow(-29));
    await permissions.warnExpiring('pinterest', now);
    await linkAccount(owner, permission('maple', 1, 5), daysFromNow(-29));
    expect(await permissions.warnExpiring('pinterest', now)).toBe(1);
    expect(await queuedEmails()).toHaveLength(2);
  });

  it.each([
    [7, true, false],
    [7.01, false, false],
    [0, true, true],
  ])('a permission with %d days left: letter %s, ended %s', async (left, letter, ended) => {
    const owner = await insertUser();
    const id = await linkAccount(owner, permission('maple', 1, left), daysFromNow(-29));
    await permissions.warnExpiring('pinterest', now);
    expect(await queuedEmails()).toHaveLength(letter ? 1 : 0);
    expect((await accountRow(id)).needs_reconnect).toBe(ended);
  });

  it('ends by the calendar what was warned of before, without another letter', async () => {
    const id = await linkAccount(await insertUser(), permission('maple', 1, 5), daysFromNow(-29));
    await permissions.warnExpiring('pinterest', now);
    expect(await permissions.warnExpiring('pinterest', daysFromNow(6))).toBe(1);
    expect(await accountRow(id)).toMatchObject({ needs_reconnect: true, warned_at: now });
    expect(await queuedEmails()).toHaveLength(1);
  });

  it('writes to no address that was never confirmed', async () => {
    const id = await linkAccount(await insertUser(false), permission('maple', 1, 5), daysFromNow(-29));
    await permissions.renew(id, now, isDueNow, () => Promise.reject(new PermissionEnded()));
    expect(await queuedEmails()).toEqual([]);
    expect((await accountRow(id)).needs_reconnect).toBe(true);
  });

  it('leaves alone what cannot be opened', async () => {
    const id = await linkAccount(await insertUser(), permission('maple', 1), daysFromNow(-29));
    const blind = createStores(cipherWith(9));
    expect(await blind.permissions.renew(id, now, isDueNow, () => Promise.resolve(permission('x').tokens))).toBe('left');
    expect(await blind.accounts.claimProfileRefresh(id, now, now)).toBeNull();
  });
});

describe('T40: tokens at rest', () => {
  it('are in no column of the table', async () => {
    await linkAccount(await insertUser(), permission('maple'));
    const { rows } = await database.pool.query<{ dump: string }>(
      `select a::text || encode(access_token, 'escape') || encode(refresh_token, 'escape') dump from linked_accounts a`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.dump).not.toMatch(/pin[ar]/);
    expect(rows[0]?.dump).not.toContain(Buffer.from('pina_maple').toString('hex'));
  });

  it('open in their own row alone', async () => {
    const owner = await insertUser();
    const [one, two] = [await linkAccount(owner, permission('one')), await linkAccount(owner, permission('two'))];
    await database.pool.query(
      'update linked_accounts set access_token = (select access_token from linked_accounts where _id = $1) where _id = $2',
      [one, two],
    );
    expect(await accounts.claimProfileRefresh(two, now, now)).toBeNull();
    expect(await accounts.claimProfileRefresh(one, now, now)).toBe('pina_one');
  });

  it('get the current key by the command, in batches, again and again', async () => {
    const owners = await Promise.all(Array.from({ length: 110 }, () => insertUser()));
    for (const owner of owners) {
      for (let index = 0; index < 5; index++) await linkAccount(owner, permission(`${owner}-${index}`));
    }
    const box = cipherWith(2, 1);
    const said: string[] = [];
    const io = { stdout: { write: (text: string) => said.push(text) }, stderr: { write: (text: string) => said.push(text) } };
    const runRotation = () => tokensCommand(['rotate'], io, async () => ({ tokenRotation: new PostgresTokenRotation(database.pool, box) }));
    expect(await runRotation()).toBe(0);
    expect(await runRotation()).toBe(0);
    expect(said).toEqual([
      'Tokens of 550 accounts now have the key "k2". None are left.\n',
      'Tokens of 0 accounts now have the key "k2". None are left.\n',
    ]);
    const renewed = createStores(cipherWith(2)).accounts;
    const [first] = await renewed.listFor(owners[0]!);
    expect(await renewed.claimProfileRefresh(first!.account._id, now, now)).toBe(`pina_${first!.account.username}`);
  });

  it('are named and left where their key is missing', async () => {
    const owner = await insertUser();
    const lost = await linkAccount(owner, permission('lost'));
    const found = (await createStores(cipherWith(3)).accounts.add(owner, 'pinterest', permission('found'), now))._id;
    const said: string[] = [];
    const io = { stdout: { write: (text: string) => said.push(text) }, stderr: { write: (text: string) => said.push(text) } };
    const code = await tokensCommand(['rotate'], io, async () => ({
      tokenRotation: new PostgresTokenRotation(database.pool, cipherWith(2, 3)),
    }));
    expect(code).toBe(1);
    expect(said).toEqual([
      `linked account ${lost}: The key "k1" is not among TOKEN_KEYS.\n`,
      'Tokens of 1 account now have the key "k2". Left: 1 account.\n',
    ]);
    expect([(await accountRow(lost)).key_id, (await accountRow(found)).key_id]).toEqual(['k1', 'k2']);
  });

  it.each([[[]], [['turn']], [['rotate', 'now']]])('are not touched by a wrong call: %p', async (args) => {
    const io = { stdout: { write: () => true }, stderr: { write: () => true } };
    expect(await tokensCommand(args, io, () => Promise.reject(new Error('not needed')))).toBe(2);
  });
});
