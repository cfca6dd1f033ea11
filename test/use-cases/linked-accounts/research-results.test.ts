import { keywordKey } from '#domain/catalog/keywords/words';
import type { AccountReader, OwnPin } from '#domain/linked-accounts/account-reader';
import { PlatformUnavailable } from '#domain/linked-accounts/errors';
import { MAX_RESULT_PINS } from '#domain/linked-accounts/own-analytics';
import type { Platform } from '#domain/linked-accounts/platform';
import type { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { ViewAccount } from '#server/linked-accounts/view-account';
import { FixedClock } from '../../support/fixed-clock';

const values = { impressions: null, saves: 4, pin_clicks: null, outbound_clicks: null, engagements: null };
const saved = (name: string) => ({ key: keywordKey(name), name, savedAt: new Date('2026-10-01T00:00:00Z') });
/** One pin an hour, the newest first. */
const pins = Array.from({ length: 60 }, (_, hour): OwnPin => ({
  id: String(hour),
  title: hour % 2 === 0 ? 'Fall nails' : 'Snow',
  created_at: new Date(Date.UTC(2026, 10, 20) - hour * 3_600_000),
  image: null,
  board_id: null,
  values,
}));

it('read own pins once for all keywords, and the saves of the newest ones about any', async () => {
  const reads: string[] = [];
  const reader = {
    readPins: async () => {
      reads.push('pins');
      return { items: pins, isComplete: false };
    },
    readPinDays: async (_: unknown, id: string) => {
      reads.push(id);
      if (id === '2') throw new PlatformUnavailable('limited');
      return [{ day: '2026-11-20', status: 'ready', values }];
    },
  } as unknown as AccountReader;
  const accounts = {
    findAccess: async () => ({ platform: 'pinterest', token: 'token', scopes: [], pin_count: 60 }),
    listSavedKeywords: async () => [saved('fall'), saved('fall nails'), saved('winter')],
  } as unknown as LinkedAccounts;
  const view = new ViewAccount({ name: 'pinterest' } as Platform, reader, accounts, new FixedClock(new Date('2026-11-21T00:00:00Z')));
  const { keywords, ...rest } = await view.results('user', 'id', undefined);
  expect(reads.filter((read) => read === 'pins')).toHaveLength(1);
  expect(reads).toHaveLength(1 + MAX_RESULT_PINS);
  expect(keywords.map(({ keyword, pins: listed, total }) => [keyword, listed.length, total])).toEqual([
    ['fall', MAX_RESULT_PINS - 1, 30],
    ['fall nails', MAX_RESULT_PINS - 1, 30],
  ]);
  expect(keywords[0]?.pins[0]).toEqual({ id: '0', title: 'Fall nails', created_at: '2026-11-20T00:00:00.000Z', saves: 4 });
  expect(rest).toEqual({ pins_unread: 6, pins_read: 60, is_complete: false });
});
