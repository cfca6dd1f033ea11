import { Logger } from '@nestjs/common';
import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { PermissionEnded, PlatformUnavailable } from '#domain/linked-accounts/errors';
import { linkStateOf, type StoredAccess } from '#domain/linked-accounts/link-state';
import type { Platform } from '#domain/linked-accounts/platform';
import { runCommand } from '#server/cli/command-io';
import * as tokensCommand from '#server/cli/commands/tokens.command';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { sealWith, unsealWith } from '#server/secrets/crypto-secrets';
import { TokenCipher } from '#server/secrets/token-cipher';
import { linkedAccountStores, now, permissionFor } from '../../support/database/linked-accounts';
import { useTypeormDatabase } from '../../support/database/typeorm-database';
import { operator } from '../../support/fakes/audit';
import { FixedClock } from '../../support/fixed-clock';

const database = useTypeormDatabase();
beforeAll(() => Logger.overrideLogger(false));

describe('renewals', () => {
  /** A platform that records its calls and renews tokens for 30 days, unless it is down, refuses everything, or refuses renewals only. */
  function createPlatform() {
    const state = {
      name: 'fake' as string | null,
      behavior: 'normal' as 'normal' | 'down' | 'refusing' | 'refusing renewals',
      calls: [] as string[],
    };
    const answer = (call: string, refusals: readonly string[]) => {
      state.calls.push(call);
      if (state.behavior === 'down') throw new PlatformUnavailable('unreachable');
      if (refusals.includes(state.behavior)) throw new PermissionEnded();
    };
    const methods: Partial<Platform> = {
      refreshTokens: async () => {
        answer('refresh', ['refusing', 'refusing renewals']);
        const daysSinceNow = (clock.now().getTime() - now.getTime()) / DAY_MS;
        return permissionFor('renewed', daysSinceNow + 30, daysSinceNow + 60).tokens;
      },
      fetchProfile: async () => {
        answer('profile', ['refusing']);
        return permissionFor('renewed').profile;
      },
    };
    return Object.assign(state, methods) as typeof state & Platform;
  }

  let clock: FixedClock;
  let platform: ReturnType<typeof createPlatform>;
  let renewTokens: RenewTokens;

  beforeEach(async () => {
    await database.pool.query('truncate linked_accounts, users, emails cascade');
    clock = new FixedClock(now);
    platform = createPlatform();
    const { accounts, permissions } = linkedAccountStores(database);
    renewTokens = new RenewTokens(platform, permissions, clock);
    for (let index = 0; index < 8; index++) {
      await accounts.add(await database.insertUser(), 'fake', permissionFor(`t${index}`), clock.now());
    }
  });

  const countEnded = async () =>
    (await database.pool.query<{ ended: number }>('select count(*)::int ended from linked_accounts where needs_reconnect')).rows[0]?.ended;

  describe('renewing tokens', () => {
    it('renews each account once, not before a week before its access token expires', async () => {
      clock.advance(22 * DAY_MS);
      expect(await renewTokens.run(new LockScope())).toEqual({ renewed: 0, ended: 0, skipped: 0, failed: 0, warned: 0 });
      clock.advance(DAY_MS);
      expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 8 });
      expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 0 });
      expect(platform.calls).toEqual(Array(8).fill('refresh'));
    });

    it('ends no permission whose profile can still be fetched, as with a wrong app secret', async () => {
      clock.advance(23 * DAY_MS);
      platform.behavior = 'refusing renewals';
      expect(await renewTokens.run(new LockScope())).toMatchObject({ ended: 0, failed: 5 });
      clock.advance(8 * DAY_MS);
      expect(await renewTokens.run(new LockScope())).toMatchObject({ ended: 8 });
    });

    const eightTimes = (state: object) => Array.from({ length: 8 }, () => state);
    const states = async () => {
      const { rows } = await database.pool.query<StoredAccess & { refresh_token: Buffer | null }>('select * from linked_accounts');
      return rows.map((row) => ({ ...linkStateOf(row), hasRefreshToken: row.refresh_token !== null }));
    };
    const countEmails = async () => (await database.pool.query(`select from emails where kind = 'reconnect'`)).rowCount;
    /** A process that died after the lease and before the new tokens were saved. */
    const interruptRenewals = () => database.pool.query('update linked_accounts set renewing_until = $1', [clock.now()]);

    it('tells apart what mends itself and what needs the owner', async () => {
      clock.advance(23 * DAY_MS);
      platform.behavior = 'down';
      for (let run = 0; run < 12; run++) await renewTokens.run(new LockScope());
      expect(await states()).toEqual(eightTimes({ state: 'retrying', reason: 'unreachable', since: clock.now(), hasRefreshToken: true }));
      platform.behavior = 'refusing';
      await renewTokens.run(new LockScope());
      expect(await states()).toEqual(eightTimes({ state: 'needs_you', reason: 'ended', since: clock.now(), hasRefreshToken: true }));
      expect(await countEmails()).toBe(8);
    });

    it('is connected again once a renewal succeeds', async () => {
      clock.advance(23 * DAY_MS);
      platform.behavior = 'refusing renewals';
      await renewTokens.run(new LockScope());
      expect((await states()).filter(({ reason }) => reason === 'renewal_refused')).toHaveLength(5);
      platform.behavior = 'normal';
      await renewTokens.run(new LockScope());
      expect(await states()).toEqual(eightTimes({ state: 'connected', reason: null, since: null, hasRefreshToken: true }));
      expect(await countEmails()).toBe(0);
    });

    it('costs nothing when a process dies before the platform has renewed', async () => {
      clock.advance(23 * DAY_MS);
      await interruptRenewals();
      expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 8, ended: 0 });
    });

    it('needs the owner, with an access token that works on, when a process dies after the platform has renewed', async () => {
      clock.advance(23 * DAY_MS);
      await interruptRenewals();
      // What cannot be asked now is asked again, and the trace of the interruption stays.
      platform.behavior = 'down';
      for (let run = 0; run < 12; run++) await renewTokens.run(new LockScope());
      platform.behavior = 'refusing renewals';
      await renewTokens.run(new LockScope());
      expect(await states()).toEqual(
        eightTimes({ state: 'needs_you', reason: 'renewal_lost', since: clock.now(), hasRefreshToken: false }),
      );
      expect([await countEnded(), await countEmails()]).toEqual([0, 8]);
      platform.calls.length = 0;
      await renewTokens.run(new LockScope());
      expect(platform.calls).toEqual([]);
      clock.advance(7 * DAY_MS);
      await renewTokens.run(new LockScope());
      expect(await states()).toEqual(eightTimes({ state: 'needs_you', reason: 'expired', since: clock.now(), hasRefreshToken: false }));
      expect(await countEmails()).toBe(8);
    });

    it('does nothing when no platform is configured', async () => {
      clock.advance(90 * DAY_MS);
      platform.name = null;
      expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 0, ended: 0, failed: 0 });
    });
  });

  it('warns owners whose permission ends within a week and cannot be renewed', async () => {
    await database.pool.query('update linked_accounts set refresh_expires_at = null');
    clock.advance(24 * DAY_MS);
    expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 0, warned: 8 });
  });
});

describe('corklight tokens rotate', () => {
  const cipherWith = (...keyNumbers: readonly number[]) =>
    new TokenCipher({
      signingKey: Buffer.alloc(32),
      tokenKeys: new Map(keyNumbers.map((keyNumber) => [`k${keyNumber}`, Buffer.alloc(32, keyNumber)])),
    });

  beforeEach(() => database.pool.query('truncate linked_accounts cascade'));

  const accountsWith = (cipher: TokenCipher) => new LinkedAccounts(database.dataSource, new TokenEncryption(cipher));
  const rotateWith = async (cipher: TokenCipher) => {
    const output: string[] = [];
    const write = (text: string) => output.push(text);
    const connect = async () => ({
      tokenRotation: new PostgresTokenRotation(database.postgres, cipher, new TokenEncryption(cipher)),
      enter: async () => {},
    });
    const io = { stdin: process.stdin, stdout: { write }, stderr: { write }, folder: '.', isJson: false, by: operator };
    const exitCode = await tokensCommand.run(['rotate'], io, connect);
    return { exitCode, output };
  };

  it('re-encrypts the tokens of all accounts in batches, and can be repeated', async () => {
    const owners = await Promise.all(Array.from({ length: 110 }, () => database.insertUser()));
    const accounts = accountsWith(cipherWith(1));
    for (const owner of owners) {
      for (let index = 0; index < 5; index++) await accounts.add(owner, 'pinterest', permissionFor(`${owner}-${index}`), now);
    }
    expect(await rotateWith(cipherWith(2, 1))).toMatchObject({ exitCode: 0, output: [expect.stringContaining('550')] });
    expect(await rotateWith(cipherWith(2, 1))).toMatchObject({ exitCode: 0 });
    const rotated = accountsWith(cipherWith(2));
    const [first] = await rotated.listFor(owners[0] ?? '');
    expect(await rotated.claimProfileRefresh(first?.account._id ?? '', now, now)).toBe(`pina_${first?.account.username}`);
  });

  it('reseals the keys of second factors, and names those whose key is missing', async () => {
    const [found, lost] = [await database.insertUser(), await database.insertUser()];
    for (const [owner, keyNumber] of [
      [found, 3],
      [lost, 1],
    ] as const) {
      await database.pool.query('insert into second_factors (user_id, sealed_key, created_at) values ($1, $2, now())', [
        owner,
        sealWith(cipherWith(keyNumber), `key of ${owner}`),
      ]);
    }
    const { exitCode, output } = await rotateWith(cipherWith(2, 3));
    expect([exitCode, output[0]]).toEqual([1, expect.stringContaining(`second factor of user ${lost}: `)]);
    const { rows } = await database.pool.query<{ sealed_key: string }>('select sealed_key from second_factors where user_id = $1', [found]);
    expect(unsealWith(cipherWith(2), rows[0]?.sealed_key ?? '')).toBe(`key of ${found}`);
    await database.pool.query('truncate second_factors');
  });

  it('reports accounts whose key is missing and leaves them unchanged', async () => {
    const owner = await database.insertUser();
    const lost = (await accountsWith(cipherWith(1)).add(owner, 'pinterest', permissionFor('lost'), now))._id;
    const found = (await accountsWith(cipherWith(3)).add(owner, 'pinterest', permissionFor('found'), now))._id;
    const { exitCode, output } = await rotateWith(cipherWith(2, 3));
    expect(exitCode).toBe(1);
    expect(output[0]).toContain(`linked account ${lost}: `);
    expect(output[0]).toContain('"k1"');
    const { rows } = await database.pool.query<{ _id: string; key_id: string }>('select _id, key_id from linked_accounts');
    expect(new Map(rows.map(({ _id, key_id }) => [_id, key_id]))).toEqual(
      new Map([
        [lost, 'k1'],
        [found, 'k2'],
      ]),
    );
  });

  it.each([[[]], [['turn']], [['rotate', 'now']]])('does nothing with wrong arguments: %p', async (args) => {
    const output = { write: () => true };
    const io = { stdin: process.stdin, stdout: output, stderr: output, folder: '.', isJson: false, by: operator };
    expect(await runCommand('tokens', tokensCommand, args, io, () => Promise.reject(new Error('not needed')))).toBe(2);
  });
});
