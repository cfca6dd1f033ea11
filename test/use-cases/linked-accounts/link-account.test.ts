import { MINUTE_MS } from '#domain/durations';
import { NotFound, Unavailable } from '#domain/errors';
import { LinkingEnded, LinkLimitReached } from '#domain/linked-accounts/errors';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { FakeLinkedAccounts } from '../../support/fakes/fake-linked-accounts';
import { FakeLinkingStates } from '../../support/fakes/fake-linking-states';
import { FakePermissions } from '../../support/fakes/fake-permissions';
import { FakePlatform } from '../../support/fakes/fake-platform';
import { FixedClock } from '../../support/fixed-clock';

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
  it('sends the browser to the platform with a 256-bit state and adds the account on its return', async () => {
    const state = await startLinking();
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(await link.finishLinking(ana, { code: 'maple', state })).toMatchObject({ username: 'maple', needs_reconnect: false });
  });

  it.each([
    ['an unknown state', async () => ({ linker: ana, state: 'forged' })],
    ['another session', async () => ({ linker: { ...ana, sessionHash: 'elsewhere' }, state: await startLinking() })],
    ['another user', async () => ({ linker: { ...ana, userId: 'ben' }, state: await startLinking() })],
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
    accounts.rows[2]!.ended = true;
    expect(await finishLinking('c+')).toMatchObject({ username: 'c', needs_reconnect: false });
    expect(accounts.rows).toHaveLength(5);
  });

  it('reports that no platform is configured', async () => {
    platform.name = null;
    await expect(link.startLinking(ana)).rejects.toThrow("Linking Pinterest accounts isn't set up here.");
    await expect(link.finishLinking(ana, { code: 'a', state: 'b' })).rejects.toThrow(Unavailable);
    expect(await link.listFor('ana')).toEqual([]);
  });
});

describe('the list of linked accounts', () => {
  beforeEach(async () => {
    await finishLinking('maple');
    platform.calls.length = 0;
  });

  it('refreshes profiles at most every ten minutes', async () => {
    clock.advance(9 * MINUTE_MS);
    await link.listFor('ana');
    expect(platform.calls).toEqual([]);
    clock.advance(MINUTE_MS);
    const [first] = await link.listFor('ana');
    await link.listFor('ana');
    expect(platform.calls).toEqual(['profile']);
    expect(first?.pin_count).toBe(1);
  });

  it('shows the stored profiles while the platform is down', async () => {
    const before = await link.listFor('ana');
    clock.advance(11 * MINUTE_MS);
    platform.behavior = 'down';
    expect(await link.listFor('ana')).toEqual(before);
  });

  it('asks to reconnect when the platform refuses both tokens', async () => {
    clock.advance(11 * MINUTE_MS);
    platform.behavior = 'refusing';
    expect(await link.listFor('ana')).toMatchObject([{ username: 'maple', needs_reconnect: true }]);
    expect(platform.calls).toEqual(['profile', 'refresh']);
  });

  it('does not refresh accounts of another platform', async () => {
    clock.advance(11 * MINUTE_MS);
    platform.name = 'other';
    expect(await link.listFor('ana')).toHaveLength(1);
    expect(platform.calls).toEqual([]);
  });

  it("unlinks only the user's own accounts", async () => {
    await expect(link.unlink('ben', 'a0')).rejects.toThrow(NotFound);
    await link.unlink('ana', 'a0');
    expect(await link.listFor('ana')).toEqual([]);
  });
});
