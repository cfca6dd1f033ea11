import { Logger } from '@nestjs/common';
import { Conflict } from '#domain/errors';
import { isDue } from '#domain/linked-accounts/permission-life';
import type { Permission, Tokens } from '#domain/linked-accounts/platform';
import { LinkLimit, PermissionEnded } from '#domain/linked-accounts/refusals';
import { Postgres } from '#server/database/postgres';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres-token-rotation';
import { SealedTokens } from '#server/linked-accounts/sealed-tokens';
import { TypeormLinkedAccounts } from '#server/linked-accounts/typeorm-linked-accounts';
import { TypeormLinkingStates } from '#server/linked-accounts/typeorm-linking-states';
import { TypeormPermissions } from '#server/linked-accounts/typeorm-permissions';
import { TokenBox } from '#server/secrets/token-box';
import { tokensCommand } from '#server/cli/tokens.command';
import { freshDatabase, type TestDatabase } from '../../support/database';

const DAY = 86_400_000;
const now = new Date('2026-11-21T12:00:00Z');
const at = (days: number) => new Date(now.getTime() + days * DAY);

const boxOf = (...ids: readonly number[]) =>
  new TokenBox({ secret: Buffer.alloc(32), tokenKeys: new Map(ids.map((id) => [`k${id}`, Buffer.alloc(32, id)])) });

let database: TestDatabase;
let postgres: Postgres;
let accounts: TypeormLinkedAccounts;
let permissions: TypeormPermissions;
let users = 0;

const letterhead = {
  about: (to: string, user_id: string | null) => ({ brand: 'Corklight', origin: 'https://pins.example.com', to, user_id }),
};

const storesOf = (box: TokenBox) => {
  const sealed = new SealedTokens(box);
  return { accounts: new TypeormLinkedAccounts(postgres, sealed), permissions: new TypeormPermissions(postgres, sealed, letterhead) };
};

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await freshDatabase();
  postgres = new Postgres(database.url);
});

beforeEach(async () => {
  await database.pool.query('truncate linked_accounts, linking_states, letters');
  ({ accounts, permissions } = storesOf(boxOf(1)));
});

afterAll(async () => {
  await postgres.close();
  await database.close();
});

async function user(confirmed = true): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    'insert into users (email, is_confirmed, created_at) values ($1, $2, $3) returning id',
    [`linker-${++users}@people.test`, confirmed, now],
  );
  return rows[0]!.id;
}

const permission = (name: string, access = 30, refresh: number | null = 60): Permission => ({
  tokens: {
    access: `pina_${name}`,
    access_expires_at: at(access),
    refresh: refresh === null ? null : `pinr_${name}`,
    refresh_expires_at: refresh === null ? null : at(refresh),
  },
  profile: { external_id: `id-${name}`, username: name, profile_image: null, pin_count: 3, website_url: null },
});

const link = async (owner: string, given: Permission, when = now) => (await accounts.add(owner, 'pinterest', given, when))._id;
const letters = async () => (await database.pool.query(`select user_id, kind, content->>'subject' subject from letters`)).rows;
const row = async (id: string) => (await database.pool.query('select * from linked_accounts where _id = $1', [id])).rows[0];
const due = (life: Parameters<typeof isDue>[0]) => isDue(life, now);

describe('the store of linked accounts', () => {
  it('keeps a person at five, however many are added at once', async () => {
    const owner = await user();
    const added = await Promise.allSettled(Array.from({ length: 20 }, (_, place) => link(owner, permission(`p${place}`))));
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const one of added) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(LinkLimit);
    expect(await accounts.of(owner)).toHaveLength(5);
  });

  it('renews an account that is linked again, keeps its place, and gives it to nobody else', async () => {
    const [owner, other] = [await user(), await user()];
    const id = await link(owner, permission('maple'), at(-3));
    await link(owner, permission('later'), at(-1));
    await database.pool.query('update linked_accounts set needs_reconnect = true, warned_at = $1 where _id = $2', [now, id]);
    expect((await accounts.of(owner))[0]?.account).toMatchObject({ username: 'maple', needs_reconnect: true });
    expect(await link(owner, permission('maple', 40))).toBe(id);
    expect((await accounts.of(owner)).map(({ account }) => [account.username, account.needs_reconnect])).toEqual([
      ['maple', false],
      ['later', false],
    ]);
    await expect(link(other, permission('maple'))).rejects.toThrow(Conflict);
    expect(await accounts.of(other)).toEqual([]);
  });

  it('gives the turn to read a profile to one reader', async () => {
    const id = await link(await user(), permission('maple'), at(-1));
    const turns = await Promise.all(Array.from({ length: 8 }, () => accounts.takeTurn(id, at(-0.5), now)));
    expect(turns.filter((turn) => turn !== null)).toEqual(['pina_maple']);
    await accounts.keep(id, { ...permission('maple').profile, username: 'renamed', pin_count: 9 });
    await accounts.keep(id, { ...permission('stranger').profile, username: 'stranger' });
    expect(await row(id)).toMatchObject({ username: 'renamed', pin_count: 9 });
  });

  it('removes what is the person’s own', async () => {
    const owner = await user();
    const id = await link(owner, permission('maple'));
    expect(await accounts.remove(await user(), id)).toBe(false);
    expect(await accounts.remove(owner, id)).toBe(true);
    expect(await row(id)).toBeUndefined();
  });
});

describe('the store of authorisations', () => {
  it('lets a state and a code be used once, by one of many', async () => {
    const states = new TypeormLinkingStates(postgres);
    const state = { session_hash: 's', user_id: await user(), expires_at: at(1) };
    for (const name of ['one', 'two', 'three']) await states.begin(name, state, now);
    const taken = await Promise.all(Array.from({ length: 8 }, (_, place) => states.take('one', `code-${place}`)));
    expect(taken.filter((one) => one !== null)).toEqual([state]);
    const byCode = await Promise.all([states.take('two', 'same'), states.take('three', 'same')]);
    expect(byCode.filter((one) => one !== null)).toHaveLength(1);
    expect(await states.take('unknown', 'code')).toBeNull();
  });

  it('forgets what has expired', async () => {
    const states = new TypeormLinkingStates(postgres);
    await states.begin('old', { session_hash: 's', user_id: await user(), expires_at: at(0) }, at(-1));
    await states.begin('new', { session_hash: 's', user_id: await user(), expires_at: at(1) }, now);
    expect((await database.pool.query('select state_hash from linking_states')).rows).toEqual([{ state_hash: 'new' }]);
  });
});

describe('keeping permissions alive', () => {
  it('finds what is due, and nothing else', async () => {
    const owner = await user();
    const soon = await link(owner, permission('soon', 7), at(-23));
    const month = await link(owner, permission('month', 20, 30), at(-10));
    await link(owner, permission('fresh'), at(-10));
    await link(owner, permission('today', 1, 2), at(-0.5));
    await link(owner, permission('bare', 1, null), at(-29));
    expect([...(await permissions.due('pinterest', now))].toSorted()).toEqual([soon, month].toSorted());
    expect(await permissions.due('sandbox', now)).toEqual([]);
  });

  it('renews in one of several instances, whole', async () => {
    const owner = await user();
    const id = await link(owner, permission('maple', 1), at(-29));
    let times = 0;
    const refresh = async () => {
      times++;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return permission('fresh').tokens;
    };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => permissions.renew(id, now, due, refresh)));
    expect(outcomes.toSorted()).toEqual(['left', 'left', 'left', 'renewed']);
    expect(await permissions.renew(id, now, due, refresh)).toBe('left');
    expect(times).toBe(1);
    expect(await row(id)).toMatchObject({ access_expires_at: at(30), refresh_expires_at: at(60), renewed_at: now });
    expect(await accounts.takeTurn(id, now, now)).toBe('pina_fresh');
  });

  it('keeps the old tokens when the renewal fails half-way', async () => {
    const id = await link(await user(), permission('maple', 1), at(-29));
    await expect(permissions.renew(id, now, due, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    expect(await row(id)).toMatchObject({ access_expires_at: at(1), needs_reconnect: false });
  });

  it('keeps nobody waiting while the platform is asked', async () => {
    const owner = await user();
    const id = await link(owner, permission('maple', 1), at(-29));
    const refresh = async () => {
      expect(postgres.jobPool.totalCount - postgres.jobPool.idleCount).toBe(0);
      expect(await accounts.remove(owner, id)).toBe(true);
      return permission('fresh').tokens;
    };
    expect(await permissions.renew(id, now, due, refresh)).toBe('left');
    expect((await database.pool.query('select from linked_accounts')).rowCount).toBe(0);
  });

  it.each<[string, () => Promise<Tokens>]>([
    ['are late', () => Promise.resolve(permission('late').tokens)],
    ['are refused', () => Promise.reject(new PermissionEnded())],
  ])('leaves what was linked again meanwhile when the tokens %s', async (_, answer) => {
    const owner = await user();
    const id = await link(owner, permission('maple', 1), at(-29));
    const refresh = async () => {
      await accounts.add(owner, 'pinterest', { ...permission('newest'), profile: permission('maple').profile }, now);
      return answer();
    };
    expect(await permissions.renew(id, now, due, refresh)).toBe('left');
    expect(await accounts.takeTurn(id, now, now)).toBe('pina_newest');
    expect((await row(id)).needs_reconnect).toBe(false);
  });

  it('leaves an account to whoever is at it, and takes it over when that one has not come back for a minute', async () => {
    const id = await link(await user(), permission('maple', 1), at(-29));
    await database.pool.query('update linked_accounts set renewing_until = $1', [new Date(now.getTime() + 60_000)]);
    const renew = (time: Date) => permissions.renew(id, time, due, () => Promise.resolve(permission('fresh').tokens));
    expect(await renew(now)).toBe('left');
    expect(await renew(new Date(now.getTime() + 60_000))).toBe('renewed');
  });

  it('is free for the next try after a failure', async () => {
    const id = await link(await user(), permission('maple', 1), at(-29));
    await expect(permissions.renew(id, now, due, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    expect(await permissions.renew(id, now, due, () => Promise.resolve(permission('fresh').tokens))).toBe('renewed');
  });

  it('loses no token that was given while the lock of its job was lost', async () => {
    const id = await link(await user(), permission('maple', 1), at(-29));
    const refresh = async () => {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corklight lock' and datname = current_database()`,
      );
      // Until the loss is known here.
      while (await postgres.jobPool.query('select 1').catch(() => null));
      return permission('fresh').tokens;
    };
    const run = new TypeormJobs(postgres).exclusively('linked-tokens', 'now', async () => {
      expect(await permissions.renew(id, now, due, refresh)).toBe('renewed');
      return 1;
    });
    await expect(run).rejects.toThrow('lock of this work was lost');
    expect(await accounts.takeTurn(id, now, now)).toBe('pina_fresh');
  });

  it('loses no token that is given while the server stops, and begins with no other', async () => {
    const owner = await user();
    const [id, other] = [await link(owner, permission('maple', 1), at(-29)), await link(owner, permission('oak', 1), at(-29))];
    const stopping = new Postgres(database.url);
    const theirs = new TypeormPermissions(stopping, new SealedTokens(boxOf(1)), letterhead);
    let closed = Promise.resolve();
    const refresh = async () => {
      closed = stopping.close();
      await expect(theirs.renew(other, now, due, refresh)).rejects.toThrow('The service is stopping');
      return permission('fresh').tokens;
    };
    expect(await theirs.renew(id, now, due, refresh)).toBe('renewed');
    await closed;
    expect(await accounts.takeTurn(id, now, now)).toBe('pina_fresh');
  });

  it('marks what was refused and writes to its owner once', async () => {
    const owner = await user();
    const id = await link(owner, permission('maple', 1, 5), at(-29));
    expect(await permissions.warn('pinterest', now)).toBe(1);
    expect(await permissions.warn('pinterest', now)).toBe(0);
    expect((await accounts.of(owner))[0]).toMatchObject({ account: { needs_reconnect: true }, ended: false });
    expect(await permissions.renew(id, now, due, () => Promise.reject(new PermissionEnded()))).toBe('ended');
    expect((await accounts.of(owner))[0]).toMatchObject({ ended: true });
    expect(await letters()).toEqual([{ user_id: owner, kind: 'reconnect', subject: 'Reconnect @maple at Corklight' }]);
    expect(await permissions.due('pinterest', now)).toEqual([]);
  });

  it('writes about a new permission anew', async () => {
    const owner = await user();
    await link(owner, permission('maple', 1, 5), at(-29));
    await permissions.warn('pinterest', now);
    await link(owner, permission('maple', 1, 5), at(-29));
    expect(await permissions.warn('pinterest', now)).toBe(1);
    expect(await letters()).toHaveLength(2);
  });

  it.each([
    [7, true, false],
    [7.01, false, false],
    [0, true, true],
  ])('a permission with %d days left: letter %s, ended %s', async (left, letter, ended) => {
    const owner = await user();
    const id = await link(owner, permission('maple', 1, left), at(-29));
    await permissions.warn('pinterest', now);
    expect(await letters()).toHaveLength(letter ? 1 : 0);
    expect((await row(id)).needs_reconnect).toBe(ended);
  });

  it('ends by the calendar what was warned of before, without another letter', async () => {
    const id = await link(await user(), permission('maple', 1, 5), at(-29));
    await permissions.warn('pinterest', now);
    expect(await permissions.warn('pinterest', at(6))).toBe(1);
    expect(await row(id)).toMatchObject({ needs_reconnect: true, warned_at: now });
    expect(await letters()).toHaveLength(1);
  });

  it('writes to no address that was never confirmed', async () => {
    const id = await link(await user(false), permission('maple', 1, 5), at(-29));
    await permissions.renew(id, now, due, () => Promise.reject(new PermissionEnded()));
    expect(await letters()).toEqual([]);
    expect((await row(id)).needs_reconnect).toBe(true);
  });

  it('leaves alone what cannot be opened', async () => {
    const id = await link(await user(), permission('maple', 1), at(-29));
    const blind = storesOf(boxOf(9));
    expect(await blind.permissions.renew(id, now, due, () => Promise.resolve(permission('x').tokens))).toBe('left');
    expect(await blind.accounts.takeTurn(id, now, now)).toBeNull();
  });
});

describe('T40: tokens at rest', () => {
  it('are in no column of the table', async () => {
    await link(await user(), permission('maple'));
    const { rows } = await database.pool.query<{ dump: string }>(
      `select a::text || encode(access_token, 'escape') || encode(refresh_token, 'escape') dump from linked_accounts a`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.dump).not.toMatch(/pin[ar]/);
    expect(rows[0]?.dump).not.toContain(Buffer.from('pina_maple').toString('hex'));
  });

  it('open in their own row alone', async () => {
    const owner = await user();
    const [one, two] = [await link(owner, permission('one')), await link(owner, permission('two'))];
    await database.pool.query(
      'update linked_accounts set access_token = (select access_token from linked_accounts where _id = $1) where _id = $2',
      [one, two],
    );
    expect(await accounts.takeTurn(two, now, now)).toBeNull();
    expect(await accounts.takeTurn(one, now, now)).toBe('pina_one');
  });

  it('get the current key by the command, in batches, again and again', async () => {
    const owners = await Promise.all(Array.from({ length: 110 }, () => user()));
    for (const owner of owners) {
      for (let place = 0; place < 5; place++) await link(owner, permission(`${owner}-${place}`));
    }
    const box = boxOf(2, 1);
    const said: string[] = [];
    const io = { stdout: { write: (text: string) => said.push(text) }, stderr: { write: (text: string) => said.push(text) } };
    const rotate = () => tokensCommand(['rotate'], io, async () => ({ tokens: new PostgresTokenRotation(database.pool, box) }));
    expect(await rotate()).toBe(0);
    expect(await rotate()).toBe(0);
    expect(said).toEqual([
      'Tokens of 550 accounts now have the key "k2". None are left.\n',
      'Tokens of 0 accounts now have the key "k2". None are left.\n',
    ]);
    const renewed = storesOf(boxOf(2)).accounts;
    const [first] = await renewed.of(owners[0]!);
    expect(await renewed.takeTurn(first!.account._id, now, now)).toBe(`pina_${first!.account.username}`);
  });

  it('are named and left where their key is missing', async () => {
    const owner = await user();
    const lost = await link(owner, permission('lost'));
    const found = (await storesOf(boxOf(3)).accounts.add(owner, 'pinterest', permission('found'), now))._id;
    const said: string[] = [];
    const io = { stdout: { write: (text: string) => said.push(text) }, stderr: { write: (text: string) => said.push(text) } };
    const code = await tokensCommand(['rotate'], io, async () => ({ tokens: new PostgresTokenRotation(database.pool, boxOf(2, 3)) }));
    expect(code).toBe(1);
    expect(said).toEqual([
      `linked account ${lost}: The key "k1" is not among TOKEN_KEYS.\n`,
      'Tokens of 1 account now have the key "k2". Left: 1 account.\n',
    ]);
    expect([(await row(lost)).key_id, (await row(found)).key_id]).toEqual(['k1', 'k2']);
  });

  it.each([[[]], [['turn']], [['rotate', 'now']]])('are not touched by a wrong call: %p', async (args) => {
    const io = { stdout: { write: () => true }, stderr: { write: () => true } };
    expect(await tokensCommand(args, io, () => Promise.reject(new Error('not needed')))).toBe(2);
  });
});
