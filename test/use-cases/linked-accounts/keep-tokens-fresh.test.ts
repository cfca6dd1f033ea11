import { KeepTokensFresh } from '#server/linked-accounts/keep-tokens-fresh';
import { FakeAccounts, FakePermissions, FakePlatform, FixedClock } from '../../support/fakes/linked-accounts';

const DAY = 86_400_000;

let clock: FixedClock;
let platform: FakePlatform;
let accounts: FakeAccounts;
let fresh: KeepTokensFresh;

beforeEach(async () => {
  clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  platform = new FakePlatform(clock);
  accounts = new FakeAccounts();
  fresh = new KeepTokensFresh(platform, new FakePermissions(accounts), clock);
  for (let place = 0; place < 8; place++) {
    const permission = { tokens: platform.tokens(`t${place}`), profile: platform.profileOf(`t${place}`) };
    await accounts.add('ana', 'fake', permission, clock.now());
  }
});

describe('keeping tokens fresh', () => {
  it('leaves alone what has time', async () => {
    clock.advance(22 * DAY);
    expect(await fresh.run()).toEqual({ renewed: 0, ended: 0, left: 0, failed: 0, warned: 0 });
  });

  it('renews a week before the access token ends, once', async () => {
    clock.advance(23 * DAY);
    expect(await fresh.run()).toMatchObject({ renewed: 8 });
    expect(await fresh.run()).toMatchObject({ renewed: 0 });
    expect(accounts.kept[0]?.tokens).toMatchObject({ access: 't0+', refresh: 'r-t0+' });
  });

  it('marks what the platform refuses for good', async () => {
    clock.advance(23 * DAY);
    platform.mood = 'refusing';
    expect(await fresh.run()).toMatchObject({ renewed: 0, ended: 8 });
    expect(accounts.kept.every(({ ended }) => ended)).toBe(true);
  });

  it('ends nobody for a wrong secret of ours: accounts that can still be read are not refused', async () => {
    clock.advance(23 * DAY);
    platform.wrongSecret = true;
    expect(await fresh.run()).toMatchObject({ ended: 0, failed: 5 });
    clock.advance(8 * DAY);
    expect(await fresh.run()).toMatchObject({ ended: 8 });
  });

  it('stops early while the platform is down, and changes nothing', async () => {
    clock.advance(23 * DAY);
    platform.mood = 'down';
    expect(await fresh.run()).toMatchObject({ failed: 5, ended: 0 });
    expect(platform.calls).toHaveLength(5);
    platform.mood = 'well';
    expect(await fresh.run()).toMatchObject({ renewed: 8 });
  });

  it('does nothing without a platform', async () => {
    clock.advance(90 * DAY);
    platform.name = null;
    expect(await fresh.run()).toMatchObject({ renewed: 0, ended: 0, failed: 0 });
  });
});
