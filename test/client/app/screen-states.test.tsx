import { act, screen } from '@testing-library/react';
import { accountServer, aToday, noPlan } from '../../support/client/account-server';
import { emptySiteAnalytics, growthAnalyticsRecord, siteAnalyticsRecord } from '../../support/client/analytics-records';
import { aBoard } from '../../support/client/catalog-records';
import { click, deferredResponse, type FakeResponse, openApp, press } from '../../support/client/client-app';
import { muteConsoleErrors } from '../../support/client/elements';
import { queriesTo } from '../../support/client/requests';
import { anOverview } from '../../support/client/operations-record';
import { errorResponse } from '../../support/client/serve-endpoints';
import { freeLimits } from '../../support/client/watching-records';
import { keywordPage, savedKeywordList } from '../keywords/keyword-records';

/** What screens load besides. */
const others: NonNullable<Parameters<typeof accountServer>[0]> = {
  ...Object.fromEntries(['jobs', 'alarms', 'data-quality/cleanups'].map((name) => [`GET /admin/${name}`, () => ({ body: [] })])),
  'GET /admin/operations': () => ({ body: anOverview() }),
  'GET /users/me/optional-emails': () => ({ body: { weekly: false, alerts: false } }),
};
const noGrowth = growthAnalyticsRecord([], { as_of: null, momentum_insights: { average_momentum: null, top_performers: [] } });
const noEvents = siteAnalyticsRecord(30, emptySiteAnalytics);
const noPeople = { people: [], total: 0, page: 1, pages: 1 };
const noEntries = { entries: [], total: 0, page: 1, pages: 1 };
const noIssues = { rows: [], totals: { board: 0, pinner: 0, pin: 0 }, page: 1, kept_days: 30, unfinished: [] };

/** A request of a screen: what it loads in words, what stands in its place meanwhile, and what is shown when there is nothing. */
type State = [address: string, endpoint: string, what: string, skeleton: string | null, body: unknown, shown: RegExp];

describe('a screen', () => {
  beforeEach(muteConsoleErrors);

  it.each<State>([
    ['/admin/growth', 'admin/analytics', 'the growth figures', 'growth-skeleton', noGrowth, /^No scores yet/],
    ['/admin/analytics', 'analytics/dashboard', 'the figures', 'analytics-skeleton', noEvents, /^No events in this period/],
    ['/admin/people?query=zoe', 'admin/people', 'the accounts', 'cards-skeleton', noPeople, /begins with “zoe”/],
    ['/admin/audit', 'admin/audit', 'the audit', 'cards-skeleton', noEntries, /^No entry yet/],
    ['/admin/audit?actor=zoe', 'admin/audit', 'the audit', 'cards-skeleton', noEntries, /^No entry has these filters/],
    ['/admin/audit?act=nothing&from=soon&page=x', 'admin/audit', 'the audit', 'cards-skeleton', noEntries, /^No entry yet/],
    ['/admin/operations', 'admin/jobs', 'the jobs', 'cards-skeleton', [], /^No jobs are set up/],
    ['/admin/quality/all-zero', 'admin/data-quality/issues/all_zero', 'the items', null, noIssues, /^No items to remove/],
    ['/admin/imports', 'imports', 'the imports', null, { imports: [], next_before: null }, /^No imports yet/],
    ['/compare?items=board:a', 'boards/a', 'all of them', 'compare-skeleton', aBoard({ _id: 'a' }), /^Add another to compare/],
    ['/keywords', 'keywords', 'the keywords', 'keywords-skeleton', keywordPage([], { as_of: null }), /^No keywords yet/],
    ['/keywords?saved=1', 'users/me/keywords', 'this', null, savedKeywordList(), /^Nothing saved yet/],
    ['/watchlists', 'users/me/watchlists', 'this', null, { watchlists: [], limits: freeLimits }, /Star a board/],
    ['/watchlists', 'users/me/optional-emails', 'this', null, { weekly: true, alerts: false }, /^Email me on Mondays/],
    ['/dashboard', 'users/me/today', 'this', null, aToday(), /^Setup: 0 of 4 done/],
    ['/dashboard', 'users/me/subscription', 'this', null, noPlan, /^You're on the free plan/],
    ['/dashboard', 'users/me/pinterest_accounts', 'this', null, [], /^Link your Pinterest accounts/],
    ['/accounts/l1', 'users/me/pinterest_accounts', 'your account', null, [], /^This account isn't linked/],
    ['/premium', 'checkout', 'Premium', null, { provider: 'none', environment: 'sandbox' }, /^Premium isn't on sale here yet/],
    ['/unsubscribe?token=t', 'optional-emails/unsubscribe', 'this', null, { email: 'm***@a.test', kind: 'weekly' }, /won't get the weekly/],
  ])(
    '%s says when %s fails to load, loads it again and focuses it, by r too in administration, and says when there is nothing',
    async (...state) => {
      const [address, endpoint, what, skeleton, body, shown] = state;
      const slow = deferredResponse();
      let reply: FakeResponse | Promise<FakeResponse> = slow.reply;
      const load = () => reply;
      const server = accountServer({ ...others, [`GET /${endpoint}`]: load, [`POST /${endpoint}`]: load });
      await openApp(address, address.startsWith('/admin') ? 'admin' : 'free', server);
      if (skeleton !== null) expect(await screen.findAllByTestId(skeleton)).toHaveLength(1);
      expect(screen.queryByText(shown)).toBeNull();
      await slow.give(errorResponse('Not now.'));
      const retry = await screen.findByRole('button', { name: 'Try again' });
      expect(screen.getByText(`We couldn't load ${what}.`)).toBeTruthy();
      expect(screen.queryAllByText('Not now.')).toHaveLength(what === 'this' ? 0 : 1);
      expect([skeleton && screen.queryByTestId(skeleton), screen.queryByTestId('toast')]).toEqual([null, null]);
      reply = { body };
      act(() => retry.focus());
      await click(retry);
      expect(await screen.findAllByText(shown)).not.toEqual([]);
      expect(document.activeElement?.matches('h1, section')).toBe(true);
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      await press('r');
      expect(queriesTo(`/api/${endpoint}`)).toHaveLength(address.startsWith('/admin') ? 3 : 2);
    },
  );
});
