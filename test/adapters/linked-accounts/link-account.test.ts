import { MINUTE_MS } from '#domain/durations';
import { NotFound, Unavailable } from '#domain/errors';
import { LinkingEnded, LinkLimitReached } from '#domain/linked-accounts/errors';
import { LinkAccount, type LinkingSession } from '#server/linked-accounts/link-account';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { linkedAccountStores, now } from '../../support/database/linked-accounts';
import { createTypeormDatabase, type TypeormDatabase } from '../../support/database/typeorm-database';
import { FakePlatform } from '../../support/fakes/fake-platform';
import { FixedClock } from '../../support/fixed-clock';

const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });

let clock: FixedClock;
let platform: FakePlatform;
let database: TypeormDatabase;
let link: LinkAccount;
let ana: LinkingSession;
let ben: LinkingSession;

beforeAll(async () => void (database = await createTypeormDatabase()));
beforeEach(async () => {
  await database.pool.query('truncate linked_accounts, linking_states, users cascade');
  clock = new FixedClock(now);
  platform = new FakePlatform(clock);
  const { accounts, states, permissions } = linkedAccountStores(database);
  link = new LinkAccount(platform, accounts, states, permissions, secrets, clock);
  const sessionOf = async (name: string) => ({ userId: await database.insertUser(), sessionHash: `session-of-${name}` });
  [ana, ben] = [await sessionOf('ana'), await sessionOf('ben')];
});
afterAll(() => database.close());

const startLinking = async () => new URL((await link.startLinking(ana)).redirect_uri).searchParams.get('state') ?? '';
const finishLinking = async (code: string) => link.finishLinking(ana, { code, state: await startLinking() });

describe('linking an account', () => {
  it('sends the browser to the platform with a 256-bit state and adds the account on its return', async () => {
    const state = await startLinking();
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(await link.finishLinking(ana, { code: 'maple', state })).toMatchObject({ username: 'maple', needs_reconnect: false });
  });

  it.each([
    ['an unknown state', async () => ({ linker: ana, state: 'forged' })],
    ['another session', async () => ({ linker: { ...ana, sessionHash: 'elsewhere' }, state: await startLinking() })],
    ['another user', async () => ({ linker: { ...ana, userId: ben.userId }, state: await startLinking() })],
    [
      'an expired state',
      async () => {
        const state = await startLinking();
        clock.advance(10 * MINUTE_MS);
        return { linker: ana, state };
      },
    ],
    [
      'a used state',
      async () => {
        const state = await startLinking();
        await link.finishLinking(ana, { code: 'first', state });
        platform.calls.length = 0;
        return { linker: ana, state };
      },
    ],
  ])('refuses %s without calling the platform', async (_, prepare) => {
    const { linker, state } = await prepare();
    await expect(link.finishLinking(linker, { code: 'maple', state })).rejects.toThrow(LinkingEnded);
    expect(platform.calls).toEqual([]);
  });

  it('consumes the state even when the platform is down', async () => {
    const state = await startLinking();
    platform.behavior = 'down';
    await expect(link.finishLinking(ana, { code: 'maple', state })).rejects.toThrow(Unavailable);
    platform.behavior = 'normal';
    await expect(link.finishLinking(ana, { code: 'maple', state })).rejects.toThrow(LinkingEnded);
  });

  it('refuses a sixth account before and after the authorization', async () => {
    const earlyState = await startLinking();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await finishLinking(name);
    platform.calls.length = 0;
    await expect(link.startLinking(ana)).rejects.toThrow(new LinkLimitReached());
    await expect(link.finishLinking(ana, { code: 'f', state: earlyState })).rejects.toThrow('You can link up to 5 accounts.');
    expect(platform.calls).toEqual([]);
  });

  it('reconnects an account at the limit of five', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await finishLinking(name);
    await database.pool.query(`update linked_accounts set needs_reconnect = true where username = 'c'`);
    expect(await finishLinking('c+')).toMatchObject({ username: 'c', needs_reconnect: false });
    expect(await link.listFor(ana.userId)).toHaveLength(5);
  });

  it('reports that no platform is configured', async () => {
    platform.name = null;
    await expect(link.startLinking(ana)).rejects.toThrow("Linking Pinterest accounts isn't set up here.");
    await expect(link.finishLinking(ana, { code: 'a', state: 'b' })).rejects.toThrow(Unavailable);
    expect(await link.listFor(ana.userId)).toEqual([]);
  });
});

describe('the list of linked accounts', () => {
  beforeEach(async () => {
    await finishLinking('maple');
    platform.calls.length = 0;
  });

  it('refreshes profiles at most every ten minutes', async () => {
    clock.advance(9 * MINUTE_MS);
    await link.listFor(ana.userId);
    expect(platform.calls).toEqual([]);
    clock.advance(MINUTE_MS);
    const [first] = await link.listFor(ana.userId);
    await link.listFor(ana.userId);
    expect(platform.calls).toEqual(['profile']);
    expect(first?.pin_count).toBe(1);
  });

  it('shows the stored profiles while the platform is down', async () => {
    const before = await link.listFor(ana.userId);
    clock.advance(11 * MINUTE_MS);
    platform.behavior = 'down';
    expect(await link.listFor(ana.userId)).toEqual(before);
  });

  it('asks to reconnect when the platform refuses both tokens', async () => {
    clock.advance(11 * MINUTE_MS);
    platform.behavior = 'refusing';
    expect(await link.listFor(ana.userId)).toMatchObject([{ username: 'maple', needs_reconnect: true }]);
    expect(platform.calls).toEqual(['profile', 'refresh']);
  });

  it('does not refresh accounts of another platform', async () => {
    clock.advance(11 * MINUTE_MS);
    platform.name = 'other';
    expect(await link.listFor(ana.userId)).toHaveLength(1);
    expect(platform.calls).toEqual([]);
  });

  it("unlinks only the user's own accounts", async () => {
    const [account] = await link.listFor(ana.userId);
    await expect(link.unlink(ben.userId, account?._id ?? '')).rejects.toThrow(NotFound);
    await link.unlink(ana.userId, account?._id ?? '');
    expect(await link.listFor(ana.userId)).toEqual([]);
  });
});
