import { DAY_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import { PermissionEnded } from '#domain/linked-accounts/errors';
import type { Platform } from '#domain/linked-accounts/platform';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { linkedAccountStores, now, permissionFor } from '../../support/database/linked-accounts';
import { useTypeormDatabase } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';

/** A platform that records its calls and renews tokens for 30 days, unless it is down, refuses everything, or refuses renewals only. */
function createPlatform() {
  const state = {
    name: 'fake' as string | null,
    behavior: 'normal' as 'normal' | 'down' | 'refusing' | 'refusing renewals',
    calls: [] as string[],
  };
  const answer = (call: string, refusals: readonly string[]) => {
    state.calls.push(call);
    if (state.behavior === 'down') throw new Unavailable('down');
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
const database = useTypeormDatabase();
let renewTokens: RenewTokens;

beforeEach(async () => {
  await database.pool.query('truncate linked_accounts, users cascade');
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
  it('renews nothing more than a week before the access tokens expire', async () => {
    clock.advance(22 * DAY_MS);
    expect(await renewTokens.run(new LockScope())).toEqual({ renewed: 0, ended: 0, skipped: 0, failed: 0, warned: 0 });
  });

  it('renews each account once, a week before its access token expires', async () => {
    clock.advance(23 * DAY_MS);
    expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 8 });
    expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 0 });
    expect(platform.calls).toEqual(Array(8).fill('refresh'));
  });

  it('ends permissions that the platform refuses', async () => {
    clock.advance(23 * DAY_MS);
    platform.behavior = 'refusing';
    expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 0, ended: 8 });
    expect(await countEnded()).toBe(8);
  });

  it('ends no permission whose profile can still be fetched, as with a wrong app secret', async () => {
    clock.advance(23 * DAY_MS);
    platform.behavior = 'refusing renewals';
    expect(await renewTokens.run(new LockScope())).toMatchObject({ ended: 0, failed: 5 });
    clock.advance(8 * DAY_MS);
    expect(await renewTokens.run(new LockScope())).toMatchObject({ ended: 8 });
  });

  it('stops after five failures while the platform is down', async () => {
    clock.advance(23 * DAY_MS);
    platform.behavior = 'down';
    expect(await renewTokens.run(new LockScope())).toMatchObject({ failed: 5, ended: 0 });
    expect(platform.calls).toHaveLength(5);
    platform.behavior = 'normal';
    expect(await renewTokens.run(new LockScope())).toMatchObject({ renewed: 8 });
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
