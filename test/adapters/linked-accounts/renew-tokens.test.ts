import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { linkedAccountStores, now } from '../../support/database/linked-accounts';
import { createTypeormDatabase, type TypeormDatabase } from '../../support/database/typeorm-database';
import { FakePlatform } from '../../support/fakes/fake-platform';
import { FixedClock } from '../../support/fixed-clock';

let clock: FixedClock;
let platform: FakePlatform;
let database: TypeormDatabase;
let renewTokens: RenewTokens;

beforeAll(async () => void (database = await createTypeormDatabase()));
beforeEach(async () => {
  await database.pool.query('truncate linked_accounts, users cascade');
  clock = new FixedClock(now);
  platform = new FakePlatform(clock);
  const { accounts, permissions } = linkedAccountStores(database);
  renewTokens = new RenewTokens(platform, permissions, clock);
  for (let index = 0; index < 8; index++) {
    const permission = { tokens: platform.tokensFor(`t${index}`), profile: platform.profileFor(`t${index}`) };
    await accounts.add(await database.insertUser(), 'fake', permission, clock.now());
  }
});
afterAll(() => database.close());

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
    platform.rejectsRefresh = true;
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
