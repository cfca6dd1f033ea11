import { Logger } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { linkedAccountStores, now } from '../../support/database/linked-accounts';
import { useTypeormDatabase } from '../../support/database/typeorm-database';
import { FixedClock } from '../../support/fixed-clock';
import { pinterestApp, type PinterestServer, startPinterest } from '../../support/servers/pinterest-server';

/** More than Pinterest renews in a minute. */
const ACCOUNT_COUNT = 1_040;
const REDIRECT_URI = 'http://pins.example.test/oauth2/pinterest';
const nameOf = (index: number) => `account_${index}`;

describe('a thousand accounts whose tokens end in the same hour', () => {
  const database = useTypeormDatabase();
  let clock: FixedClock;
  let pinterest: PinterestServer;
  /** Two servers on one database. */
  let instances: readonly { readonly renewTokens: RenewTokens; readonly platform: PinterestPlatform }[];

  beforeAll(async () => {
    Logger.overrideLogger(false);
    clock = new FixedClock(now);
    pinterest = await startPinterest(clock);
    instances = [1, 2].map(() => {
      const app = { name: 'pinterest', ...pinterestApp, apiUrl: pinterest.url, oauthUrl: '' } as const;
      const platform = new PinterestPlatform({ ...app, origin: () => new URL(REDIRECT_URI).origin }, clock);
      return { platform, renewTokens: new RenewTokens(platform, linkedAccountStores(database).permissions, clock) };
    });
    const { accounts } = linkedAccountStores(database);
    const users = await Promise.all(Array.from({ length: ACCOUNT_COUNT }, () => database.insertUser()));
    for (let first = 0; first < ACCOUNT_COUNT; first += 20) {
      // The limit of Pinterest's token call is one of a minute.
      if (first === 880) clock.advance(HOUR_MS / 30);
      const link = async (user: string, index: number) => {
        const permission = await instances[0]!.platform.exchangeCode(pinterest.codeFor(nameOf(first + index)));
        await accounts.add(user, 'pinterest', permission, clock.now());
      };
      await Promise.all(users.slice(first, first + 20).map(link));
    }
  });
  afterAll(() => pinterest.close());

  const countStates = async () => {
    const { rows } = await database.pool.query<{ connected: number; renewed: number }>(
      `select count(*) filter (where not needs_reconnect and warned_at is null)::int connected,
         count(*) filter (where renewed_at > $1)::int renewed from linked_accounts`,
      [new Date(now.getTime() + DAY_MS)],
    );
    return rows[0];
  };

  it('are renewed once each, by two servers, through failures and limits', async () => {
    clock.advance(24 * DAY_MS);
    pinterest.requests.length = 0;
    pinterest.statuses.length = 0;
    pinterest.switches.set('token', 'error', 20);
    for (let run = 0; run < 30 && (await countStates())?.renewed !== ACCOUNT_COUNT; run++) {
      await Promise.all(instances.map(({ renewTokens }) => renewTokens.run(new LockScope())));
      clock.advance(HOUR_MS);
    }
    pinterest.switches.clear();
    const countStatus = (wanted: number) => pinterest.statuses.filter((status) => status === wanted).length;
    expect(await countStates()).toEqual({ connected: ACCOUNT_COUNT, renewed: ACCOUNT_COUNT });
    // A refresh token that is used twice would be refused.
    expect(countStatus(400)).toBe(0);
    expect([countStatus(200), countStatus(429) > 0, countStatus(500) > 40]).toEqual([ACCOUNT_COUNT, true, true]);
    const used = pinterest.requestsTo('token').map(({ form }) => form['refresh_token']);
    // Those that failed before Pinterest had renewed anything are sent again; no other is.
    expect(used.length - new Set(used).size).toBe(countStatus(429) + countStatus(500));
  });
});
