import { screen, within } from '@testing-library/react';
import type { IssuePage, IssueRow } from '#domain/data-quality/contract';
import { toast } from '../../../client/src/site/toast';
import { click, deferredResponse, type FakeResponse, openApp } from '../../support/client/client-app';
import { muteConsoleErrors, textsOf, hrefOf } from '../../support/client/elements';
import { queriesTo, sentBodies } from '../../support/client/requests';
import { errorResponse, serveEndpoints } from '../../support/client/serve-endpoints';

const LIST_URL = '/api/admin/data-quality/issues/';
const CLEANUP_ENDPOINT = 'POST /api/admin/data-quality/cleanup';

const aRow = (over: Partial<IssueRow> = {}): IssueRow => ({
  entity_type: 'board',
  _id: 'b/1',
  title: 'Ferns',
  pinner_username: 'maple',
  url: 'https://www.pinterest.com/maple/ferns/',
  source: 'boards.csv',
  count: null,
  readings: 12,
  last_crawled_at: '2026-08-20T08:00:00Z',
  ...over,
});
const aPage = (over: Partial<IssuePage> = {}): IssuePage => ({
  rows: [aRow()],
  totals: { board: 22, pinner: 0, pin: 2 },
  page: 1,
  kept_days: 30,
  unfinished: [],
  ...over,
});

type Reply = () => FakeResponse | Promise<FakeResponse>;

/** Opens a list of items over a server that answers as told. */
async function openItems(path: string, list: Reply, cleanup: Reply = () => ({ body: { deleted: 1 } })): Promise<void> {
  const endpoints = Object.fromEntries(
    ['not_searchable', 'never_crawled', 'all_zero'].map((issue) => [`GET ${LIST_URL}${issue}`, list] as const),
  );
  await openApp(path, 'admin', serveEndpoints({ ...endpoints, [CLEANUP_ENDPOINT]: cleanup }));
}
const clickRemove = async (count: number) => {
  await click(await screen.findByTestId('remove-items'));
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: `Remove ${count} items` }));
};

describe('the list of items that a cleanup removes', () => {
  beforeEach(muteConsoleErrors);

  it('shows each item with its figures and links, page by page', async () => {
    const rows = [aRow(), aRow({ _id: 'b2', source: 'demo' }), aRow({ _id: 'b3', url: null })];
    await openItems('/admin/quality/deleted?page=2', () => ({ body: aPage({ page: 2, rows }) }));
    const shown = (await screen.findAllByTestId('issue-row')).map((row) => textsOf([...row.children]));
    const visit = 'Visit On Pinterest (opens in a new tab)';
    expect(shown[0]).toEqual(['Ferns', 'Board', '@maple', expect.stringContaining('–'), '12', 'Aug 20, 2026', visit]);
    expect(shown.map((cells) => cells.at(-1))).toEqual([visit, 'Demo: not on Pinterest', '–']);
    expect(hrefOf(screen.getAllByRole('link', { name: 'Ferns' })[0]!)).toBe('/board/b%2F1/');
    expect(screen.getByText('22 boards and 2 pins')).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'Export (CSV)' }))).toBe(`${LIST_URL}not_searchable/export`);
    await click(screen.getByRole('button', { name: /Previous/ }));
    expect(queriesTo(`${LIST_URL}not_searchable`).map((query) => query.get('page'))).toEqual(['2', '1']);
  });

  it.each([
    ['deleted', 'Remove 24 deleted items?', 'not_searchable', 'Removed 2 items'],
    ['never-crawled', 'Remove 24 never-crawled items? This action cannot be undone.', 'never_crawled', 'Removed 2 never-crawled items'],
    ['all-zero', 'Remove 24 items with all zero metrics? This action cannot be undone.', 'all_zero', 'Removed 2 items'],
  ])(
    'asks before it removes the %s items, with the focus on Cancel, and calls the server once per type',
    async (path, question, issue, done) => {
      await openItems(`/admin/quality/${path}`, () => ({ body: aPage() }));
      await click(await screen.findByTestId('remove-items'));
      const dialog = screen.getByRole('dialog', { name: question });
      expect(within(dialog).getByText(/A copy can be downloaded at Operations for 30 days/)).toBeTruthy();
      expect(document.activeElement?.textContent).toBe('Cancel');
      await click(screen.getByRole('button', { name: 'Cancel' }));
      expect(sentBodies(CLEANUP_ENDPOINT)).toEqual([]);
      await clickRemove(24);
      expect(sentBodies(CLEANUP_ENDPOINT)).toEqual([
        { entity_type: 'board', issue_type: issue, expected: 22 },
        { entity_type: 'pin', issue_type: issue, expected: 2 },
      ]);
      expect(screen.getByTestId('live-polite').textContent).toBe(done);
      expect([screen.queryByRole('dialog'), queriesTo(`${LIST_URL}${issue}`).length]).toEqual([null, 2]);
    },
  );

  it('asks the server for every type at once, so that leaving the page leaves none undone', async () => {
    const slow = deferredResponse();
    const list = () => ({ body: aPage() });
    await openItems('/admin/quality/deleted', list, () => slow.reply);
    await clickRemove(24);
    expect(sentBodies(CLEANUP_ENDPOINT)).toHaveLength(2);
    await slow.give({ body: { deleted: 1 } });
    expect(await screen.findAllByText('Removed 2 items')).not.toEqual([]);
    expect(hrefOf(within(screen.getByText(/^To bring them back/)).getByRole('link'))).toBe('/admin/operations');
  });

  it.each([
    ['never-crawled', true],
    ['deleted', false],
  ])('says what is left when a removal of the %s items failed (toast: %s)', async (path, hasToast) => {
    let calls = 0;
    await openItems(
      `/admin/quality/${path}`,
      () => ({ body: calls === 0 ? aPage() : aPage({ totals: { board: 0, pinner: 0, pin: 2 } }) }),
      () => (calls++ === 0 ? { body: { deleted: 22 } } : errorResponse('An import or a recompute is running.')),
    );
    await clickRemove(24);
    expect(
      await screen.findByText(/^Error removing items: An import or a recompute is running\. Removed 22 .*\. 2 pins left\.$/),
    ).toBeTruthy();
    expect(toast.shown !== null).toBe(hasToast);
  });

  it('has nothing to remove where nothing has the issue', async () => {
    await openItems('/admin/quality/all-zero', () => ({ body: aPage({ rows: [], totals: { board: 0, pinner: 0, pin: 0 } }) }));
    expect((await screen.findByTestId<HTMLButtonElement>('remove-items')).disabled).toBe(true);
  });

  it('says what an interrupted removal has left', async () => {
    const unfinished = {
      id: 3,
      email: 'ada@site.test',
      entity_type: 'pin',
      issue_type: 'never_crawled',
      matched: 500,
      deleted: 120,
      started_at: '2026-11-21T14:03:00Z',
      finished_at: null,
      kept: 120,
      kept_until: '2026-12-21T14:03:00Z',
    };
    await openItems('/admin/quality/never-crawled', () => ({ body: aPage({ unfinished: [unfinished] }) }));
    expect(
      await screen.findByText(
        'ada@site.test began to remove pins on Nov 21, 2026, 14:03 UTC: 120 are removed, 380 are left. The server finishes it.',
      ),
    ).toBeTruthy();
  });
});
