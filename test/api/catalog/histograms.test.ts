import type { FilterHistogram } from '#domain/catalog/list-contract';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { useTestApp } from '../../support/app/test-app';

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

describe('the histogram of a filter', () => {
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
