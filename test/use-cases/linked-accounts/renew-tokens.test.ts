import { LockScope } from '#domain/lock-scope';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { FakeLinkedAccounts, FakePermissions, FakePlatform, FixedClock } from '../../support/fakes/linked-accounts';

const DAY_MS = 86_400_000;

let clock: FixedClock;
let platform: FakePlatform;
let accounts: FakeLinkedAccounts;
let tokenRefresh: RenewTokens;

beforeEach(async () => {
  clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  platform = new FakePlatform(clock);
  accounts = new FakeLinkedAccounts();
  tokenRefresh = new RenewTokens(platform, new FakePermissions(accounts), clock);
  for (let index = 0; index < 8; index++) {
    const permission = { tokens: platform.tokens(`t${index}`), profile: platform.profileFor(`t${index}`) };
    await accounts.add('ana', 'fake', permission, clock.now());
  }
});

describe('keeping tokens fresh', () => {
  it('leaves alone what has time', async () => {
    clock.advance(22 * DAY_MS);
    expect(await tokenRefresh.run(new LockScope())).toEqual({ renewed: 0, ended: 0, left: 0, failed: 0, warned: 0 });
  });

  it('renews a week before the access token ends, once', async () => {
    clock.advance(23 * DAY_MS);
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ renewed: 8 });
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ renewed: 0 });
    expect(accounts.rows[0]?.tokens).toMatchObject({ access: 't0+', refresh: 'r-t0+' });
  });

  it('marks what the platform refuses for good', async () => {
    clock.advance(23 * DAY_MS);
    platform.behavior = 'refusing';
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ renewed: 0, ended: 8 });
    expect(accounts.rows.every(({ ended }) => ended)).toBe(true);
  });

  it('ends nobody for a wrong secret of ours: accounts that can still be read are not refused', async () => {
    clock.advance(23 * DAY_MS);
    platform.rejectsRefresh = true;
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ ended: 0, failed: 5 });
    clock.advance(8 * DAY_MS);
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ ended: 8 });
  });

  it('stops early while the platform is down, and changes nothing', async () => {
    clock.advance(23 * DAY_MS);
    platform.behavior = 'down';
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ failed: 5, ended: 0 });
    expect(platform.calls).toHaveLength(5);
    platform.behavior = 'well';
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ renewed: 8 });
  });

  it('does nothing without a platform', async () => {
    clock.advance(90 * DAY_MS);
    platform.name = null;
    expect(await tokenRefresh.run(new LockScope())).toMatchObject({ renewed: 0, ended: 0, failed: 0 });
  });
});
