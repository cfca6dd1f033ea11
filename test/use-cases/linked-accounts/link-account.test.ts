import { NotFound, Unavailable } from '#domain/errors';
import { LinkingEnded, LinkLimitReached } from '#domain/linked-accounts/errors';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { FakeLinkedAccounts, FakePermissions, FakePlatform, FakeLinkingStates, FixedClock } from '../../support/fakes/linked-accounts';

const MINUTE_MS = 60_000;
const ana = { userId: 'ana', sessionHash: 'session-of-ana' };
const secrets = new CryptoSecrets({ signingKey: Buffer.from('a key for tests'), tokenKeys: new Map() });

let clock: FixedClock;
let platform: FakePlatform;
let accounts: FakeLinkedAccounts;
let link: LinkAccount;

beforeEach(() => {
  clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  platform = new FakePlatform(clock);
  accounts = new FakeLinkedAccounts();
  link = new LinkAccount(platform, accounts, new FakeLinkingStates(), new FakePermissions(accounts), secrets, clock);
});

const startLinking = async (linker = ana) => new URL((await link.startLinking(linker)).redirect_uri).searchParams.get('state') ?? '';
const finishLinking = async (code: string) => link.finishLinking(ana, { code, state: await startLinking() });

describe('linking an account', () => {
  it('goes to the platform with a state of 256 bits and comes back with an account', async () => {
    const state = await startLinking();
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(await link.finishLinking(ana, { code: 'maple', state })).toMatchObject({ username: 'maple', needs_reconnect: false });
  });

  it.each([
    ['a state that was never given', async () => ({ by: ana, state: 'forged' })],
    ['another session', async () => ({ by: { ...ana, sessionHash: 'elsewhere' }, state: await startLinking() })],
    ['another person', async () => ({ by: { ...ana, userId: 'ben' }, state: await startLinking() })],
    [
      'a state of ten minutes ago',
      async () => {
        const state = await startLinking();
        clock.advance(10 * MINUTE_MS);
        return { by: ana, state };
      },
    ],
    [
      'a state that was used',
      async () => {
        const state = await startLinking();
        await link.finishLinking(ana, { code: 'first', state });
        platform.calls.length = 0;
        return { by: ana, state };
      },
    ],
  ])('is refused with %s, and the platform is not asked', async (_, prepare) => {
    const { by, state } = await prepare();
    await expect(link.finishLinking(by, { code: 'maple', state })).rejects.toThrow(LinkingEnded);
    expect(platform.calls).toEqual([]);
  });

  it('uses the state up even when the platform is down', async () => {
    const state = await startLinking();
    platform.behavior = 'down';
    await expect(link.finishLinking(ana, { code: 'maple', state })).rejects.toThrow(Unavailable);
    platform.behavior = 'well';
    await expect(link.finishLinking(ana, { code: 'maple', state })).rejects.toThrow(LinkingEnded);
  });

  it('stops at five, before and after the way to the platform', async () => {
    const early = await startLinking();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await finishLinking(name);
    platform.calls.length = 0;
    await expect(link.startLinking(ana)).rejects.toThrow(new LinkLimitReached());
    await expect(link.finishLinking(ana, { code: 'f', state: early })).rejects.toThrow('You can link up to 5 accounts.');
    expect(platform.calls).toEqual([]);
  });

  it('lets one of five be reconnected', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await finishLinking(name);
    accounts.rows[2]!.ended = true;
    expect(await finishLinking('c+')).toMatchObject({ username: 'c', needs_reconnect: false });
    expect(accounts.rows).toHaveLength(5);
  });

  it('says that no platform is set up', async () => {
    platform.name = null;
    await expect(link.startLinking(ana)).rejects.toThrow('Linking Pinterest accounts is not set up at this site.');
    await expect(link.finishLinking(ana, { code: 'a', state: 'b' })).rejects.toThrow(Unavailable);
    expect(await link.listFor('ana')).toEqual([]);
  });
});

describe('the list of linked accounts', () => {
  beforeEach(async () => {
    await finishLinking('maple');
    platform.calls.length = 0;
  });

  it('is read from the platform at most every ten minutes', async () => {
    clock.advance(9 * MINUTE_MS);
    await link.listFor('ana');
    expect(platform.calls).toEqual([]);
    clock.advance(MINUTE_MS);
    const [first] = await link.listFor('ana');
    await link.listFor('ana');
    expect(platform.calls).toEqual(['profile']);
    expect(first?.pin_count).toBe(1);
  });

  it('shows what is known while the platform is down', async () => {
    const before = await link.listFor('ana');
    clock.advance(11 * MINUTE_MS);
    platform.behavior = 'down';
    expect(await link.listFor('ana')).toEqual(before);
  });

  it('asks for a reconnection when neither token is taken any more', async () => {
    clock.advance(11 * MINUTE_MS);
    platform.behavior = 'refusing';
    expect(await link.listFor('ana')).toMatchObject([{ username: 'maple', needs_reconnect: true }]);
    expect(platform.calls).toEqual(['profile', 'refresh']);
  });

  it('does not read accounts of another platform', async () => {
    clock.advance(11 * MINUTE_MS);
    platform.name = 'other';
    expect(await link.listFor('ana')).toHaveLength(1);
    expect(platform.calls).toEqual([]);
  });

  it('loses what its owner unlinks, and nothing to others', async () => {
    await expect(link.unlink('ben', 'a0')).rejects.toThrow(NotFound);
    await link.unlink('ana', 'a0');
    expect(await link.listFor('ana')).toEqual([]);
  });
});
