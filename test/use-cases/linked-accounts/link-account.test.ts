import { NotFound, Unavailable } from '#domain/errors';
import { LinkingEnded, LinkLimit } from '#domain/linked-accounts/refusals';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { FakeAccounts, FakePermissions, FakePlatform, FakeStates, FixedClock } from '../../support/fakes/linked-accounts';

const MINUTE = 60_000;
const ana = { userId: 'ana', sessionHash: 'session-of-ana' };
const secrets = new CryptoSecrets({ secret: Buffer.from('a key for tests'), tokenKeys: new Map() });

let clock: FixedClock;
let platform: FakePlatform;
let accounts: FakeAccounts;
let link: LinkAccount;

beforeEach(() => {
  clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  platform = new FakePlatform(clock);
  accounts = new FakeAccounts();
  link = new LinkAccount(platform, accounts, new FakeStates(), new FakePermissions(accounts), secrets, clock);
});

const begin = async (linker = ana) => new URL((await link.start(linker)).redirect_uri).searchParams.get('state') ?? '';
const linked = async (code: string) => link.finish(ana, { code, state: await begin() });

describe('linking an account', () => {
  it('goes to the platform with a state of 256 bits and comes back with an account', async () => {
    const state = await begin();
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(await link.finish(ana, { code: 'maple', state })).toMatchObject({ username: 'maple', needs_reconnect: false });
  });

  it.each([
    ['a state that was never given', async () => ({ by: ana, state: 'forged' })],
    ['another session', async () => ({ by: { ...ana, sessionHash: 'elsewhere' }, state: await begin() })],
    ['another person', async () => ({ by: { ...ana, userId: 'ben' }, state: await begin() })],
    [
      'a state of ten minutes ago',
      async () => {
        const state = await begin();
        clock.advance(10 * MINUTE);
        return { by: ana, state };
      },
    ],
    [
      'a state that was used',
      async () => {
        const state = await begin();
        await link.finish(ana, { code: 'first', state });
        platform.calls.length = 0;
        return { by: ana, state };
      },
    ],
  ])('is refused with %s, and the platform is not asked', async (_, prepare) => {
    const { by, state } = await prepare();
    await expect(link.finish(by, { code: 'maple', state })).rejects.toThrow(LinkingEnded);
    expect(platform.calls).toEqual([]);
  });

  it('uses the state up even when the platform is down', async () => {
    const state = await begin();
    platform.mood = 'down';
    await expect(link.finish(ana, { code: 'maple', state })).rejects.toThrow(Unavailable);
    platform.mood = 'well';
    await expect(link.finish(ana, { code: 'maple', state })).rejects.toThrow(LinkingEnded);
  });

  it('stops at five, before and after the way to the platform', async () => {
    const early = await begin();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await linked(name);
    platform.calls.length = 0;
    await expect(link.start(ana)).rejects.toThrow(new LinkLimit());
    await expect(link.finish(ana, { code: 'f', state: early })).rejects.toThrow('You can link up to 5 accounts.');
    expect(platform.calls).toEqual([]);
  });

  it('lets one of five be reconnected', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await linked(name);
    accounts.kept[2]!.ended = true;
    expect(await linked('c+')).toMatchObject({ username: 'c', needs_reconnect: false });
    expect(accounts.kept).toHaveLength(5);
  });

  it('says that no platform is set up', async () => {
    platform.name = null;
    await expect(link.start(ana)).rejects.toThrow('Linking Pinterest accounts is not set up at this site.');
    await expect(link.finish(ana, { code: 'a', state: 'b' })).rejects.toThrow(Unavailable);
    expect(await link.list('ana')).toEqual([]);
  });
});

describe('the list of linked accounts', () => {
  beforeEach(async () => {
    await linked('maple');
    platform.calls.length = 0;
  });

  it('is read from the platform at most every ten minutes', async () => {
    clock.advance(9 * MINUTE);
    await link.list('ana');
    expect(platform.calls).toEqual([]);
    clock.advance(MINUTE);
    const [first] = await link.list('ana');
    await link.list('ana');
    expect(platform.calls).toEqual(['profile']);
    expect(first?.pin_count).toBe(1);
  });

  it('shows what is known while the platform is down', async () => {
    const before = await link.list('ana');
    clock.advance(11 * MINUTE);
    platform.mood = 'down';
    expect(await link.list('ana')).toEqual(before);
  });

  it('asks for a reconnection when neither token is taken any more', async () => {
    clock.advance(11 * MINUTE);
    platform.mood = 'refusing';
    expect(await link.list('ana')).toMatchObject([{ username: 'maple', needs_reconnect: true }]);
    expect(platform.calls).toEqual(['profile', 'refresh']);
  });

  it('does not read accounts of another platform', async () => {
    clock.advance(11 * MINUTE);
    platform.name = 'other';
    expect(await link.list('ana')).toHaveLength(1);
    expect(platform.calls).toEqual([]);
  });

  it('loses what its owner unlinks, and nothing to others', async () => {
    await expect(link.unlink('ben', 'a0')).rejects.toThrow(NotFound);
    await link.unlink('ana', 'a0');
    expect(await link.list('ana')).toEqual([]);
  });
});
