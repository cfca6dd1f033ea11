import { setTimeout } from 'node:timers/promises';
import { homeListSearch } from '#domain/catalog/home-lists';
import type { BoardPage } from '#domain/catalog/list-contract';
import { dayLabel } from '#domain/days';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const DAYS_SINCE_JUMP = 10;

const etsy = homeListSearch({ variant: 'boards', keyword: 'etsy' });
const homeListPath = `/boards?${new URLSearchParams(Object.entries(etsy).map(([name, value]) => [name, String(value)])).toString()}`;

describeInBrowser('a board whose gain came on one day', () => {
  let site: TestSite;
  let board: BoardPage['boards'][number];
  let dayText: string;

  beforeAll(async () => {
    site = await TestSite.open();
    board = (await site.fetchJson<BoardPage>('visitor', homeListPath)).boards[0]!;
    const { pool } = site.database;
    const { rows } = await pool.query<{ today: number }>('select scored_day today from catalog_stats limit 1');
    const today = rows[0]!.today;
    dayText = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      new Date(dayLabel(today - DAYS_SINCE_JUMP)),
    );
    // As an import and a recompute would leave it.
    await pool.query(
      `update board_series set (at, follower_count, collaborator_count, pin_count) =
         (select array_agg(day * 1440 order by day), array_agg(case when day >= $3 then 2972 else 2000 end order by day),
            array_agg(5 order by day), array_agg(100 order by day) from generate_series($2::int - 90, $2) day) where _id = $1`,
      [board._id, today, today - DAYS_SINCE_JUMP],
    );
    await pool.query('update board_metrics set jump_share = 1, jumped_on = $2 where _id = $1', [board._id, today - DAYS_SINCE_JUMP]);
    await pool.query(`update catalog_stats set changed_at = now() where variant = 'boards'`);
    // The server notices a new version of a list within two seconds.
    const isListed = async () => (await site.fetchJson<BoardPage>('visitor', homeListPath)).boards.some(({ _id }) => _id === board._id);
    while (await isListed()) await setTimeout(100);
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it('is absent from the home page, whose list is still full', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/');
    const list = page.getByTestId('home-list-0');
    await list.getByRole('listitem').getByRole('link').first().waitFor();
    const links = await list.getByRole('listitem').getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(paths).toHaveLength(5);
    expect(paths).not.toContain(`/board/${board._id}/`);
  });

  it('says so in the list, with the day', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards?query=etsy&order_by=momentum_score');
    const row = page.getByTestId('result-row').filter({ has: page.locator(`a[href="/board/${board._id}/"]`) });
    await row.waitFor();
    expect(await row.textContent()).toContain(`One jump, ${dayText}`);
  });

  it.each(['visitor', 'premium'] as const)('says so to a %s on its page, and why', async (viewer) => {
    const page = await site.openPage(viewer);
    await page.goto(`/board/${board._id}/`);
    await page.getByText(`One jump, ${dayText}`).waitFor();
    const rule = page.getByRole('region', { name: 'Worth joining?' }).getByRole('listitem').filter({ hasText: 'Not steady' });
    expect(await rule.textContent()).toBe(`!No: Not steady 100% of the gain in 90 days came on three days, +972 on ${dayText}.`);
  });
});
