import { jest } from '@jest/globals';
import { Catalog } from '#domain/catalog/catalog';
import { choicesOf } from '#domain/catalog/filters/choice-counts';
import { filters } from '#domain/catalog/filters/filters';
import type { FilterChoices, FilterHistogram } from '#domain/catalog/filters/contract';
import { Clock } from '#domain/clock';
import { DAY_MS } from '#domain/durations';
import { choiceCountsStatement } from '#server/catalog/postgres/filter-counts';
import { useTestApp } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const app = useTestApp();

describe('the rows by the choices of a filter', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

  beforeAll(async () => {
    const { pool } = app.database;
    for (const days of [1, 5, 20, 60, 200, 400])
      await insertEntity(pool, 'boards', {
        board_order_modified_at: daysAgo(days),
        jump_share: days / 100,
        follower_growth_last_90_days: 5 - days,
      });
    await insertEntity(pool, 'boards', { board_order_modified_at: null, jump_share: null, follower_growth_last_90_days: 5 });
    await insertEntity(pool, 'pinners', { website_url: 'https://ferns.test' });
    await insertEntity(pool, 'pinners', { domain_url: 'ferns.test' });
    await insertEntity(pool, 'pinners');
    await updateCatalogStats(pool);
  });

  async function countsOf(path: string): Promise<string> {
    const { status, body } = await app.get(`/api/filter-choices/${path}`);
    expect(status).toBe(200);
    const { total, choices } = body as FilterChoices;
    return `${choices.map(({ value, rows }) => `${value}: ${rows}`).join(', ')} of ${total}`;
  }

  it('are counted for everyone, as a count by hand finds them', async () => {
    const { rows } = await app.database.pool.query<{ text: string }>(
      `select format('7d: %s, 30d: %s, 90d: %s of %s', count(*) filter (where age < interval '7 days'), count(*) filter (where age < interval '30 days'),
        count(*) filter (where age < interval '90 days'), count(*)) "text" from (select now() - board_order_modified_at age from board_metrics) ages`,
    );
    expect([await countsOf('boards/active'), rows[0]?.text]).toEqual(['7d: 2, 30d: 3, 90d: 4 of 7', '7d: 2, 30d: 3, 90d: 4 of 7']);
    expect(await countsOf('boards/steady')).toBe('1: 1 of 7');
    expect(await countsOf('pinners/website')).toBe('1: 2 of 3');
    expect(await countsOf('pins/created')).toBe('7d: 0, 30d: 0, 90d: 0, 365d: 0 of 0');
  });

  it('are read in one pass over the numbers of the list, without its texts', async () => {
    const { text, values } = choiceCountsStatement('boards', choicesOf('active', filters.board.active), 20_000);
    const { rows } = await app.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/(Scan|Join).*/g)).toHaveLength(1);
    expect(plan).toContain('Scan on board_metrics');
  });
});

describe('the histogram of a filter', () => {
  beforeAll(async () => {
    const { pool } = app.database;
    await pool.query('truncate boards, board_metrics');
    for (const [index, follower_count] of [0, 1, 2, 3, 299, 300, null].entries())
      await insertEntity(pool, 'boards', { name: `Ferns ${index}`, follower_count, momentum: index * 10 });
    await insertEntity(pool, 'boards', { name: 'Growing', follower_growth_last_90_days: 12.5 });
    await insertEntity(pool, 'boards', { name: 'Shrinking', follower_growth_last_90_days: -3.1 });
    await updateCatalogStats(pool);
  });

  const binsOf = async (path: string) => {
    const { status, body } = await app.get(`/api/histograms/${path}`);
    expect(status).toBe(200);
    return (body as FilterHistogram).bins.map(({ from, to, rows }) => `${from}..${to ?? ''}: ${rows}`);
  };

  it('counts the rows of the list by their number for everyone, without unknown ones', async () => {
    expect(await binsOf('boards/followers')).toEqual([
      '0..1: 1',
      '1..3: 2',
      '3..10: 1',
      '10..30: 0',
      '30..100: 0',
      '100..300: 1',
      '300..1000: 1',
    ]);
    expect(await binsOf('boards/growth')).toEqual(['-10..-3: 1', '-3..0: 0', '0..3: 0', '3..10: 0', '10..30: 1']);
    expect(await binsOf('pins/saves')).toEqual([]);
  });

  it('of momentum counts the scores of the default metric and period', async () => {
    expect(await binsOf('boards/momentum')).toEqual([0, 10, 20, 30, 40, 50, 60].map((from) => `${from}..${from + 10}: 1`));
  });
});

describe('the counts of a filter', () => {
  it.each(['filter-choices/boards/active', 'histograms/boards/followers'])(
    'are counted once for all viewers, and again when the list has changed: %s',
    async (path) => {
      const catalog = app.app.get(Catalog);
      const counts = [jest.spyOn(catalog, 'countBins'), jest.spyOn(catalog, 'countChoices')];
      const counted = () => counts.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      const version = jest.spyOn(catalog, 'listVersion').mockResolvedValue('1');
      const [{ headers }] = await Promise.all([app.get(`/api/${path}`), app.request('GET', `/api/${path}`)]);
      expect([headers['cache-control'], counted()]).toEqual(['private, no-cache', 1]);
      expect((await app.get(`/api/${path}`, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
      expect(counted()).toBe(1);
      version.mockResolvedValue('2');
      await app.get(`/api/${path}`);
      expect(counted()).toBe(2);
      jest.spyOn(app.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + DAY_MS));
      await app.get(`/api/${path}`);
      expect(counted()).toBe(path.startsWith('filter') ? 3 : 2);
      jest.restoreAllMocks();
    },
  );

  it.each([
    ['filter-choices/users/active', 'variant'],
    ['filter-choices/boards/followers', 'filter'],
    ['filter-choices/boards/website', 'filter'],
    ['filter-choices/boards/topic', 'filter'],
    ['filter-choices/boards/constructor', 'filter'],
    ['histograms/users/followers', 'variant'],
    ['histograms/boards/topic', 'filter'],
    ['histograms/boards/viewers', 'filter'],
    ['histograms/boards/constructor', 'filter'],
  ])('refuse %s and name the parameter %s', async (path, parameter) => {
    const { status, body } = await app.get(`/api/${path}`);
    expect([status, (body as { error: string }).error.split(' ')[0]]).toEqual([400, parameter]);
  });
});
