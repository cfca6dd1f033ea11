import { parse } from 'csv-parse/sync';
import { exportColumnNames } from '#server/catalog/export/export-columns';
import { type TestApp, createTestApp } from '../../../support/app/test-app';
import { useTestDatabase } from '../../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../../support/database/insert-entity';
import type { TestUser } from '../../../support/app/test-users';

const parseRows = (text: string): Record<string, string>[] => parse<Record<string, string>>(text, { columns: true });

describe('the export of a list', () => {
  const database = useTestDatabase();
  let server: TestApp;
  let premium: TestUser;
  beforeAll(async () => {
    for (let i = 0; i < 230; i++) {
      await insertEntity(database.pool, 'boards', {
        name: i % 2 ? `etsy finds ${i}` : `garden "ideas", ${i}`,
        follower_count: i,
        momentum: i % 90,
        follower_growth_last_90_days: -i / 10,
      });
    }
    await insertEntity(database.pool, 'pins', { name: '=HYPERLINK("https://evil.test","Click")', saves: 3 });
    await insertEntity(database.pool, 'pins', { name: '-2+3', saves: 2 });
    await insertEntity(database.pool, 'pins', { name: 'two\nlines', saves: null });
    await insertEntity(database.pool, 'pinners', { name: '@SUM(A1)', username: 'anna', follower_count: 1 });
    await updateCatalogStats(database.pool);
    server = await createTestApp(database.url);
    premium = await server.createUser('premium');
  });

  const exportCsv = (path: string, as: TestUser = premium) => server.request('GET', `/api/exports/${path}`, { as });

  it('has every row of the search in order, with the field names as its header', async () => {
    const response = await exportCsv('boards?order_by=follower_count&page=3&per_page=5');
    expect(response).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="boards-${new Date().toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
        'x-export-limit': '1000000',
        'x-export-total': '230',
      },
    });
    const rows = parseRows(response.text);
    expect(rows.map((row) => Number(row['follower_count']))).toEqual(Array.from({ length: 230 }, (_, i) => 229 - i));
    expect(Object.keys(rows[0] ?? {})).toEqual(exportColumnNames('boards', { order_by: 'follower_count' }));
    expect(rows[0]).toMatchObject({ name: 'etsy finds 229', follower_growth_last_90_days: '-22.9' });
    expect(rows[1]).toMatchObject({ name: 'garden "ideas", 228' });
    expect(response.text.startsWith('_id,title,name,url,')).toBe(true);
    expect(response.text.endsWith('\r\n')).toBe(true);
  });

  it('has only the rows of the given ids, in their order', async () => {
    await insertEntity(database.pool, 'boards', { _id: 'a,b:c', name: 'With a comma' });
    await insertEntity(database.pool, 'boards', { _id: 'second', name: 'Second' });
    const response = await exportCsv('boards?ids=second,a%252Cb%253Ac,unknown');
    expect(parseRows(response.text).map(({ name }) => name)).toEqual(['Second', 'With a comma']);
    await database.pool.query(
      `delete from board_metrics where _id in ('a,b:c', 'second'); delete from boards where _id in ('a,b:c', 'second')`,
    );
  });

  it.each(['%25zz', 'a%20b', '', Array.from({ length: 501 }, () => 'x').join(',')])('refuses the ids %j by name', async (ids) => {
    const { status, body } = await exportCsv(`boards?ids=${ids}`);
    expect([status, String(body['error']).split(/[ .]/)[0]]).toEqual([400, 'ids']);
  });

  it('has the rows that match keywords, and the momentum score if they are ordered by it', async () => {
    const rows = parseRows((await exportCsv('boards?query=etsy&order_by=momentum_score&metric=follower_count&period=90_days')).text);
    expect(rows).toHaveLength(115);
    const scores = rows.map((row) => Number(row['momentum_score']));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(0);
  });

  it('has only its header when nothing matches', async () => {
    const response = await exportCsv('pins?query=zzzzqqqq');
    expect(response.status).toBe(200);
    expect(parseRows(response.text)).toEqual([]);
    expect(response.text).toBe(`${exportColumnNames('pins', { order_by: 'saves' }).join(',')}\r\n`);
  });

  it('contains no formulas, and leaves unknown values empty', async () => {
    const rows = parseRows((await exportCsv('pins?order_by=saves')).text);
    expect(rows.map((row) => row['name'])).toEqual([`'=HYPERLINK("https://evil.test","Click")`, "'-2+3", 'two\nlines']);
    expect(rows[2]?.['saves']).toBe('');
    expect(parseRows((await exportCsv('pinners')).text)[0]).toMatchObject({ name: "'@SUM(A1)", username: 'anna' });
  });

  it.each([
    ['a visitor', null],
    ['a registered user', 'registered'],
    ['a free user', 'free'],
  ] as const)('is refused to %s with an explanation', async (_, kind) => {
    const as = kind && (await server.createUser(kind));
    const response = await server.request('GET', '/api/exports/boards', as ? { as } : {});
    expect(response).toMatchObject({ status: 403, body: { error: 'Export is a Premium feature.', code: 'premium_required' } });
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  it('is available to administrators', async () => expect((await exportCsv('pinners', await server.createUser('admin'))).status).toBe(200));

  it.each([
    ['users', 'variant'],
    ['boards?order_by=saves', 'order_by'],
    ['boards?sort=up', 'sort'],
    ['boards?query=%00', 'query'],
    ['boards?per_page=101', 'per_page'],
  ])('rejects %s', async (path, field) => {
    const response = await exportCsv(path);
    expect(response.status).toBe(400);
    expect(String(response.body['error'])).toMatch(new RegExp(`^${field} `));
  });
});
