import { render, screen, within } from '@testing-library/react';
import { DAY_MS } from '#domain/durations';
import type { OwnAnalytics, OwnTopPins } from '#domain/linked-accounts/contract';
import { OwnDaysChart } from '../../../client/src/linked-accounts/own-days-chart';
import { formatDay } from '../../../client/src/ui/format';
import { accountServer, aLinkedAccount, button } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { captureDownloads } from '../../support/client/capture-downloads';
import { click, deferredResponse, openApp } from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { sentBodies } from '../../support/client/requests';

const account = aLinkedAccount();
const valuesOf = (impressions: number | null) => ({
  impressions,
  saves: impressions === null ? null : impressions / 10,
  pin_clicks: null,
  outbound_clicks: null,
  engagements: null,
});
const labelOf = (index: number) => new Date(Date.parse('2026-08-24') + index * DAY_MS).toISOString().slice(0, 10);

/** 90 days of 100 impressions, the newest 28 of 200; the last but two is an estimate, and the last two are processing. */
const days = Array.from({ length: 90 }, (_, index) => {
  const status = index >= 88 ? ('processing' as const) : index === 87 ? ('estimate' as const) : ('ready' as const);
  return { day: labelOf(index), status, values: valuesOf(status === 'processing' ? null : index >= 58 ? 200 : 100) };
});
const analytics: OwnAnalytics = { split: 'none', series: [{ name: 'all', days }] };
const parts: OwnAnalytics = {
  split: 'source',
  series: [
    { name: 'YOUR_PINS', days: days.map((day) => ({ ...day, values: valuesOf(day.values.impressions === null ? null : 75) })) },
    { name: 'NEW_KIND_OF_PART', days: days.map((day) => ({ ...day, values: valuesOf(day.values.impressions === null ? null : 25) })) },
  ],
};
const topPins: OwnTopPins = {
  metric: 'impressions',
  pins: [
    { id: '11', title: 'Fall outfits', image: null, created_at: '2026-10-01T10:00:00Z', values: valuesOf(900) },
    { id: '12', title: null, image: null, created_at: null, values: valuesOf(null) },
  ],
};

const ANALYTICS = 'GET /users/me/pinterest_accounts/l1/analytics';
const TOP_PINS = 'GET /users/me/pinterest_accounts/l1/top_pins';
const replies: NonNullable<Parameters<typeof accountServer>[0]> = {
  'GET /users/me/pinterest_accounts': () => ({ body: [account] }),
  [ANALYTICS]: (url) => ({ body: url?.searchParams.has('split') ? parts : analytics }),
  [TOP_PINS]: () => ({ body: topPins }),
  'GET /users/me/pinterest_accounts/l1/boards': () => ({ body: { boards: [], pins_read: 0, pins: 0 } }),
};
const open = async (over: typeof replies = {}, path = '/accounts/l1') => openApp(path, 'free', accountServer({ ...replies, ...over }));
const card = (testId: string) => within(screen.getByTestId(testId));
const rowTexts = (testId: string) => textsOf(screen.getAllByTestId(testId));

describe('the screen of one’s own account', () => {
  it('compares a period with the one before, ending with what is counted; 90 days have none before', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('@mira_makes');
    expect(card('own-figures').getByText(/^Oct 21 to Nov 19, compared with Sep 21 to Oct 20/)).toBeTruthy();
    expect(rowTexts('total-row')[0]).toMatch(/^Impressions6\.0K.*3\.0K.*\+100\.0%–$/);
    expect(rowTexts('total-row')[1]).toMatch(/^Saves600300.*\+100\.0%10\.00%$/);
    expect(rowTexts('total-row')[2]).toMatch(/^Pin clicks–unknown–unknown/);
    await click(button('90 days'));
    expect(card('own-figures').getByText(/Pinterest keeps 90 days, so there is no previous period/)).toBeTruthy();
  });

  it('says which days are still processing and never calls them zero', async () => {
    await open();
    expect(card('own-figures').getByText(/Nov 19: an estimate\. Nov 20 and Nov 21: still processing at Pinterest\.$/)).toBeTruthy();
    await click(button('Show as table'));
    const cells = within(card('own-figures').getByRole('table', { name: 'Impressions per day' })).getAllByRole('row');
    expect(textsOf(cells.slice(1, 4))).toEqual([
      'Nov 21, 2026still processing',
      'Nov 20, 2026still processing',
      'Nov 19, 2026200 (estimate)',
    ]);
  });

  it('shows parts in words, also of an unknown name, and the top pins of the chosen metric, with and without a title', async () => {
    await open();
    expect(rowTexts('part-row')).toEqual([expect.stringMatching(/^Your pins2\.3K.*75%/), expect.stringMatching(/^New kind of part75025%/)]);
    expect(rowTexts('own-pin')).toEqual([expect.stringMatching(/^Fall outfits.*Oct 1, 2026900/), expect.stringMatching(/^Pin 12.*–/)]);
    await click(button('Saves'));
    expect(screen.getByRole('heading', { name: 'Your pins with the most saves' })).toBeTruthy();
  });

  it('draws each day over its label', () => {
    class WideBox {
      constructor(readonly report: (entries: readonly object[]) => void) {}
      observe = () => this.report([{ contentRect: { width: 900 } }]);
      disconnect = () => undefined;
    }
    Object.assign(globalThis, { ResizeObserver: WideBox });
    const month = days.slice(-30);
    const { container } = render(<OwnDaysChart name="Impressions" metric="impressions" days={month} />);
    const numberOf = (element: Element, name: string) => Number(element.getAttribute(name));
    const middles = new Map(
      [...container.querySelectorAll('rect')].map((bar) => [
        formatDay(bar.getAttribute('data-day')!),
        numberOf(bar, 'x') + numberOf(bar, 'width') / 2,
      ]),
    );
    const labels = [...container.querySelectorAll('text[text-anchor="middle"]')];
    expect([labels[0], labels.at(-1)].map((label) => label?.textContent)).toEqual([formatDay(month[0]!.day), formatDay(month.at(-1)!.day)]);
    for (const label of labels) expect(middles.get(label.textContent)).toBeCloseTo(numberOf(label, 'x'), 5);
  });

  it('saves the days as CSV', async () => {
    const files = captureDownloads();
    await open();
    await click(button('Save CSV'));
    expect(files.names).toEqual(['mira_makes-pinterest-2026-11-21.csv']);
    const lines = (await files.text(0)).trim().split(/\r?\n/);
    expect([lines[0], lines.at(-1), lines.length]).toEqual([
      expect.stringMatching(/Day,Status,Impressions,Saves,Pin clicks,Outbound clicks,Engagements$/),
      '2026-11-21,processing,,,,,',
      91,
    ]);
  });

  it('loads each card by itself, and one that fails says why', async () => {
    const answer = deferredResponse();
    await open({
      [ANALYTICS]: () => errorResponse("Pinterest sent an answer that we can't read. Please try again later.", 503, 'unavailable'),
      [TOP_PINS]: () => answer.reply,
    });
    for (const testId of ['own-figures', 'own-parts'])
      expect(card(testId).getByText("Pinterest sent an answer that we can't read. Please try again later.")).toBeTruthy();
    await answer.give({ body: topPins });
    expect(rowTexts('own-pin')).toHaveLength(2);
  });

  it('says that Pinterest has no figures yet', async () => {
    await open({
      [ANALYTICS]: () => ({ body: { split: 'none', series: [] } }),
      [TOP_PINS]: () => ({ body: { metric: 'impressions', pins: [] } }),
    });
    for (const testId of ['own-figures', 'own-parts', 'own-pins'])
      expect(card(testId).getByText('Pinterest has no figures here yet.')).toBeTruthy();
  });

  it('says what keeps the account from being read', async () => {
    await open({
      'GET /users/me/pinterest_accounts': () => ({ body: [{ ...account, state: 'needs_you', reason: 'ended', needs_reconnect: true }] }),
      'POST /users/me/pinterest_accounts': () => ({ body: { redirect_uri: 'https://evil.test/' } }),
    });
    expect(screen.getByText('Pinterest has ended our access. Reconnect it.')).toBeTruthy();
    await click(button('Reconnect'));
    expect(sentBodies('POST /api/users/me/pinterest_accounts')).toEqual([{}]);
  });

  it('leads to the dashboard when the account is not linked', async () => {
    await open({}, '/accounts/other');
    expect(hrefOf(within(screen.getByTestId('account-missing')).getByRole('link'))).toBe('/dashboard');
  });
});
