import { jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { Catalog } from '#domain/catalog/catalog';
import { exportColumnNames } from '#server/catalog/export/export-list';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

describe('the export of a list', () => {
  const parseRows = (text: string): Record<string, string>[] => parse<Record<string, string>>(text, { columns: true });

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
    expect(Object.keys(rows[0] ?? {})).toEqual(exportColumnNames('boards'));
    expect(rows[0]).toMatchObject({ name: 'etsy finds 229', follower_growth_last_90_days: '-22.9', momentum_score: '49' });
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

  it('has the rows that match keywords, in the order of the momentum score', async () => {
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
    expect(response.text).toBe(`${exportColumnNames('pins').join(',')}\r\n`);
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
});

describe('the export of a long list', () => {
  const total = 12_000;

  /** The status of an export that is canceled as soon as it is known. */
  async function exportStatus(url: string, cookie: string): Promise<number> {
    const { status, body } = await fetch(url, { headers: { cookie } });
    await body?.cancel();
    return status;
  }

  const server = useTestApp();
  let url: string;
  beforeAll(async () => {
    // Rows so long that the buffers of a connection hold only a part of the file.
    await server.sql(
      `with n as (select generate_series(1, $1::int) n),
         texts as (insert into pinners (_id, name, source, imported_at) select 'p' || n, repeat('long name ', 200), 'test', now() from n)
       insert into pinner_metrics (_id, follower_count) select 'p' || n, n from n`,
      [total],
    );
    await updateCatalogStats(server.database.pool);
    await server.app.listen(0, '127.0.0.1');
    url = `${await server.app.getUrl()}/api/exports/pinners`;
  });
  afterEach(() => jest.restoreAllMocks());

  it('stops being read when it is canceled; a user may run two at a time', async () => {
    const { cookie } = (await server.createUser('premium')).headers;
    const listRows = jest.spyOn(server.app.get(Catalog), 'listRows');
    const cancel = new AbortController();
    const start = async () => (await fetch(url, { headers: { cookie }, signal: cancel.signal })).status;
    expect([await start(), await start(), await exportStatus(url, cookie)]).toEqual([200, 200, 429]);
    cancel.abort();
    while ((await exportStatus(url, cookie)) !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    const rowsRead = listRows.mock.calls.reduce((sum, [, , ids]) => sum + ids.length, 0);
    expect(rowsRead).toBeLessThan(2 * total);
  });

  it('does not count after it was canceled before it started', async () => {
    const { cookie } = (await server.createUser('premium')).headers;
    const catalog = server.app.get(Catalog);
    const [mayRead, isReading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const listIds = catalog.listIds.bind(catalog);
    const reads = jest.spyOn(catalog, 'listIds').mockImplementation(async (...search) => {
      if (reads.mock.calls.length === 2) isReading.resolve();
      await mayRead.promise;
      return listIds(...search);
    });
    const cancel = new AbortController();
    const exports = [1, 2].map(() => fetch(url, { headers: { cookie }, signal: cancel.signal }));
    await isReading.promise;
    cancel.abort();
    expect((await Promise.allSettled(exports)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    mayRead.resolve();
    while ((await exportStatus(url, cookie)) !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
