import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog, type CatalogPage, type ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { ExportList } from '#server/catalog/export/export-list';
import { escapeFormula } from '#domain/csv';
import { csvStream } from '#server/catalog/export/csv/csv-stream';
import { exportColumnNames } from '#server/catalog/export/export-columns';
import { type TestApp, createTestApp } from '../../../support/app/test-app';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../../support/database/insert-entity';
import type { TestUser } from '../../../support/app/test-users';

const parseRows = (text: string): Record<string, string>[] => parse<Record<string, string>>(text, { columns: true });

describe('a list as a file', () => {
  let database: TestDatabase;
  let server: TestApp;
  let premium: TestUser;
  beforeAll(async () => {
    database = await createTestDatabase();
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
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const exportCsv = (path: string, as: TestUser = premium) => server.request('GET', `/api/exports/${path}`, { as });

  it('has every row of the search in its order, under the names of its fields', async () => {
    const answer = await exportCsv('boards?order_by=follower_count&page=3&per_page=5');
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="boards-${new Date().toISOString().slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
        'x-export-limit': '10000',
        'x-export-total': '230',
      },
    });
    const rows = parseRows(answer.text);
    expect(rows.map((row) => Number(row['follower_count']))).toEqual(Array.from({ length: 230 }, (_, i) => 229 - i));
    expect(Object.keys(rows[0] ?? {})).toEqual(exportColumnNames('boards', { order_by: 'follower_count' }));
    expect(rows[0]).toMatchObject({ name: 'etsy finds 229', follower_growth_last_90_days: '-22.9' });
    expect(rows[1]).toMatchObject({ name: 'garden "ideas", 228' });
    expect(answer.text.startsWith('_id,name,url,')).toBe(true);
    expect(answer.text.endsWith('\r\n')).toBe(true);
  });

  it('has the rows of keywords, and the momentum score where they are ordered by it', async () => {
    const rows = parseRows((await exportCsv('boards?query=etsy&order_by=momentum_score&metric=follower_count&period=90_days')).text);
    expect(rows).toHaveLength(115);
    const scores = rows.map((row) => Number(row['momentum_score']));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBeGreaterThan(0);
  });

  it('has its header alone where nothing matches', async () => {
    const answer = await exportCsv('pins?query=zzzzqqqq');
    expect(answer.status).toBe(200);
    expect(parseRows(answer.text)).toEqual([]);
    expect(answer.text).toBe(`${exportColumnNames('pins', { order_by: 'saves' }).join(',')}\r\n`);
  });

  it('T55 runs no formula, and leaves what is unknown empty', async () => {
    const rows = parseRows((await exportCsv('pins?order_by=saves')).text);
    expect(rows.map((row) => row['name'])).toEqual([`'=HYPERLINK("https://evil.test","Click")`, "'-2+3", 'two\nlines']);
    expect(rows[2]?.['saves']).toBe('');
    expect(parseRows((await exportCsv('pinners')).text)[0]).toMatchObject({ name: "'@SUM(A1)", username: 'anna' });
  });

  it.each([
    ['a visitor', null],
    ['a registered user', 'registered'],
    ['a free user', 'free'],
  ] as const)('is refused to %s with its sentence', async (_, kind) => {
    const as = kind && (await server.createUser(kind));
    const answer = await server.request('GET', '/api/exports/boards', as ? { as } : {});
    expect(answer).toMatchObject({ status: 403, body: { error: 'Export is part of Premium.', code: 'premium_required' } });
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it('is there for administrators', async () => expect((await exportCsv('pinners', await server.createUser('admin'))).status).toBe(200));

  it.each([
    ['users', 'variant'],
    ['boards?order_by=saves', 'order_by'],
    ['boards?sort=up', 'sort'],
    ['boards?query=%00', 'query'],
    ['boards?per_page=101', 'per_page'],
  ])('%s is malformed', async (path, field) => {
    const answer = await exportCsv(path);
    expect(answer.status).toBe(400);
    expect(String(answer.body['error'])).toMatch(new RegExp(`^${field} `));
  });
});

/** A catalogue of so many boards, one of which moves to the next page while it is read. */
class LongCatalog extends Catalog {
  readonly pages: number[] = [];

  constructor(private readonly total: number) {
    super();
  }

  override search<V extends Variant>(_variant: V, { page, per_page }: CatalogSearch): Promise<CatalogPage<V>> {
    this.pages.push(page);
    const first = (page - 1) * per_page;
    const rows = Array.from({ length: Math.max(0, Math.min(per_page, this.total - first)) }, (_, index) => ({
      _id: `b${Math.max(0, first + index - (page > 1 ? 1 : 0))}`,
    }));
    return Promise.resolve({ rows: rows as unknown as ListRow[V][], total: this.total, total_is_exact: true, as_of: null });
  }

  override listVersion = () => Promise.reject(new Error('not asked for'));
  override find = () => Promise.reject(new Error('not asked for'));
  override findTopWorks = () => Promise.reject(new Error('not asked for'));
  override totals = () => Promise.reject(new Error('not asked for'));
  override findScoredDay = () => Promise.reject(new Error('not asked for'));
}

describe('a long list', () => {
  const viewer: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
  const search: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

  it.each([
    [25_000, 9_999, 100],
    [250, 249, 4],
    [200, 199, 3],
    [0, 0, 1],
  ])('of %d rows gives %d, each once, in %d pages', async (total, rows, pages) => {
    const catalog = new LongCatalog(total);
    const { batches: sets, total: said } = await new ExportList(catalog).openExport(viewer, 'boards', search);
    const ids: string[] = [];
    for await (const set of sets) ids.push(...set.map(({ _id }) => _id));
    expect(said).toBe(total);
    expect(ids).toHaveLength(rows);
    expect(new Set(ids).size).toBe(rows);
    expect(catalog.pages).toHaveLength(pages);
  });
});

describe('T55 cells of spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"], ['+1', "'+1"], ['-1', "'-1"], ['@SUM(A1)', "'@SUM(A1)"], ['\t=1', "'\t=1"], ['\rx', "'\rx"], ['\nx', "'\nx"], ['\0x', "'\0x"],
    ['＝1', "'＝1"], ['＋1', "'＋1"], ['－1', "'－1"], ['＠x', "'＠x"], ['   =1', "'   =1"], ['\uFEFF=1', "'\uFEFF=1"], ['\u200B@x', "'\u200B@x"],
    ['a=1', 'a=1'], ["it's", "it's"], ['', ''], ['5', '5'], ['"=1"', '"=1"'], ['e-mail', 'e-mail'], ['  plain', '  plain'],
  ])('%j becomes %j', (text, safe) => expect(escapeFormula(text)).toBe(safe)); // prettier-ignore

  const csvText = async (rows: (string | number | null)[][], columns: readonly string[]) => {
    const sets = (async function* () {
      yield rows;
    })();
    let text = '';
    for await (const chunk of csvStream(columns, sets)) text += String(chunk);
    return text;
  };

  it('keeps numbers numbers, negative ones too', async () => {
    expect(await csvText([[-12.5, 0, 7, null]], ['a', 'b', 'c', 'd'])).toBe('a,b,c,d\r\n-12.5,0,7,\r\n');
  });

  it('come back as they were, but for the apostrophe: 100,000 texts', async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\0', '"', "'", ',', ';', ' ', '＝', '\uFEFF', 'a', '1'),
        maxLength: 8,
      }),
    );
    const texts = fc.sample(nasty, 100_000);
    const rows = Array.from({ length: 25_000 }, (_, row) => texts.slice(row * 4, row * 4 + 4));
    const text = await csvText(rows, ['a', 'b', 'c', 'd']);
    const back = parse(text, { from_line: 2, record_delimiter: '\r\n' });
    expect(back).toHaveLength(rows.length);
    const runs = /^[\s\0\uFEFF\u200B]*[=+\-@＝＋－＠]|^[\t\r\n\0]/;
    let wrong = 0;
    rows.forEach((row, place) =>
      row.forEach((cell, column) => {
        const read = back[place]?.[column] ?? 'missing';
        const same = read === cell || read === `'${cell}`;
        if (!same || runs.test(read)) wrong++;
      }),
    );
    expect(wrong).toBe(0);
  });

  it('break off when the search fails half-way', async () => {
    const sets = (async function* () {
      yield [['a']];
      await Promise.resolve();
      throw new Error('the search failed');
    })();
    const reading = (async () => {
      for await (const _ of csvStream(['name'], sets)) continue;
    })();
    await expect(reading).rejects.toThrow('the search failed');
  });
});
