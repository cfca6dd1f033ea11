import { entityTypes, variantOf } from '#domain/catalog/variants';
import { dayOf } from '#domain/days';
import { WriterScope } from '#domain/jobs/write-lock';
import { clearDemo } from '#server/demo/postgres/load-demo';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { createTestApp } from '../../support/app/test-app';
import { copyDemoDatabase, readDemoDay } from '../../support/database/demo-database';
import { openForTests } from '../../support/database/test-database';

describe('the demo', () => {
  const ownDataPage = '/demo/own-data';

  const database = openForTests(copyDemoDatabase);

  /** Responses of a server that has just been started. */
  async function getAll(paths: readonly string[]) {
    const site = await createTestApp(database.url);
    const responses = await Promise.all(paths.map((path) => site.get(path)));
    await site.close();
    return responses;
  }

  const storedPaths = async () => {
    const tables = entityTypes.map(
      (entity) => `(select image_url from ${variantOf[entity]} where image_url is not null order by _id limit 3)`,
    );
    const { rows } = await database.pool.query<{ image_url: string }>(tables.join(' union all '));
    return rows.map(({ image_url }) => image_url);
  };

  it('serves pictures at the stored addresses, cached forever, which load and run nothing', async () => {
    const paths = await storedPaths();
    expect(paths).toHaveLength(9);
    for (const { status, headers, text } of await getAll(paths)) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': `default-src 'none'; frame-ancestors 'none'; sandbox`,
        'x-content-type-options': 'nosniff',
      });
      expect(text.startsWith('<svg ')).toBe(true);
    }
  });

  it('has no pictures of other ids, types and files', async () => {
    const [path = ''] = await storedPaths();
    const others = [
      '/demo/pictures/board/1.svg',
      '/demo/pictures/board/x.svg',
      path.replace('.svg', '.png'),
      path.replace('board', 'pin'),
      path.replace('board', 'user'),
    ];
    for (const { status, headers, body } of await getAll(others)) {
      expect([status, body['code'], headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
    }
  });

  it('has a page on loading your own data, which runs and loads nothing', async () => {
    for (const { status, headers, text } of await getAll([ownDataPage])) {
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'none'/,
      );
      expect(text).toContain('npm run corklight -- demo clear');
      expect(text).toContain('<a href="/admin/setup">First steps</a>');
    }
  });

  it('has keywords with opportunities of all sizes, the best of them without much competition', async () => {
    await new PostgresKeywords(database.postgres).rebuild(new WriterScope(), dayOf(await readDemoDay(database.pool)));
    const { rows } = await database.pool.query<{ opportunity: number; competition: number }>(
      'select opportunity, competition from keywords order by by_opportunity',
    );
    expect(rows.length).toBeGreaterThan(500);
    expect(rows[0]!.opportunity).toBeGreaterThanOrEqual(80);
    expect(rows.slice(0, 20).filter(({ competition }) => competition >= 75)).toEqual([]);
    const middle = rows[Math.floor(rows.length / 2)]!.opportunity;
    expect([middle >= 15, middle <= 45]).toEqual([true, true]);
  });

  it('takes its pictures and its page with it', async () => {
    const paths = await storedPaths();
    await clearDemo(database.pool, new Date());
    expect(await storedPaths()).toEqual([]);
    expect((await getAll([...paths, ownDataPage])).map(({ status }) => status)).toEqual([...paths, ownDataPage].map(() => 404));
  });
});
