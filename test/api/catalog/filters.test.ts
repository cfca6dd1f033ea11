import { choicesOf } from '#domain/catalog/filters/choice-counts';
import { filters } from '#domain/catalog/filters/filters';
import type { FilterChoices, FilterHistogram } from '#domain/catalog/filters/contract';
import { DAY_MS } from '#domain/durations';
import { choiceCountsStatement } from '#server/catalog/postgres/filter-counts';
import { useTestApp } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

describe('the rows by the choices of a filter', () => {
  const app = useTestApp();
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

  it('are what the list has with the filter', async () => {
    const premium = await app.createUser('premium');
    const totals = await Promise.all(
      ['active=30d', 'steady=1'].map(async (query) => (await app.request('GET', `/api/boards?${query}`, { as: premium })).body['total']),
    );
    expect(totals).toEqual([3, 1]);
  });

  it('are read in one pass over the numbers of the list, without its texts', async () => {
    const { text, values } = choiceCountsStatement('boards', choicesOf('active', filters.board.active), 20_000);
    const { rows } = await app.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/(Scan|Join).*/g)).toHaveLength(1);
    expect(plan).toContain('Scan on board_metrics');
  });

  it('are the same for all viewers, and not sent again to a client that has them', async () => {
    const { headers } = await app.get('/api/filter-choices/boards/active');
    expect(headers['cache-control']).toBe('private, no-cache');
    const again = await app.get('/api/filter-choices/boards/active', { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
  });

  it.each([
    ['users/active', 'variant'],
    ['boards/followers', 'filter'],
    ['boards/website', 'filter'],
    ['boards/topic', 'filter'],
    ['boards/constructor', 'filter'],
  ])('refuses %s and names the parameter %s', async (path, parameter) => {
    const { status, body } = await app.get(`/api/filter-choices/${path}`);
    expect([status, (body as { error: string }).error.split(' ')[0]]).toEqual([400, parameter]);
  });
});

describe('the histogram of a filter', () => {
  const app = useTestApp();

  beforeAll(async () => {
    const { pool } = app.database;
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

  it('is the same for all viewers, and not sent again to a client that has it', async () => {
    const { headers } = await app.get('/api/histograms/boards/followers');
    expect(headers['cache-control']).toBe('private, no-cache');
    const again = await app.get('/api/histograms/boards/followers', { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
  });

  it.each([
    ['users/followers', 'variant'],
    ['boards/topic', 'filter'],
    ['boards/viewers', 'filter'],
    ['boards/constructor', 'filter'],
  ])('refuses %s and names the parameter %s', async (path, parameter) => {
    const { status, body } = await app.get(`/api/histograms/${path}`);
    expect([status, (body as { error: string }).error.split(' ')[0]]).toEqual([400, parameter]);
  });
});
