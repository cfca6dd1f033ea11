import type { FilterChoices } from '#domain/catalog/list-contract';
import { choicesOf } from '#domain/catalog/filters/choice-counts';
import { filters } from '#domain/catalog/filters/filters';
import { DAY_MS } from '#domain/durations';
import { choiceCountsStatement } from '#server/catalog/postgres/choice-counts';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { useTestApp } from '../../support/app/test-app';

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

describe('the rows by the choices of a filter', () => {
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
