import { jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { Catalog } from '#domain/catalog/catalog';
import { useTestApp } from '../../../support/app/test-app';
import { updateCatalogStats } from '../../../support/database/insert-entity';

const total = 12_000;

/** The status of an export that is canceled as soon as it is known. */
async function exportStatus(url: string, cookie: string): Promise<number> {
  const { status, body } = await fetch(url, { headers: { cookie } });
  await body?.cancel();
  return status;
}

describe('the export of a long list', () => {
  const server = useTestApp();
  let url: string;
  beforeAll(async () => {
    // Rows so long that the buffers of a connection hold only a part of the file.
    await server.database.pool.query(
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

  it('has every row, each once', async () => {
    const response = await server.request('GET', '/api/exports/pinners?order_by=follower_count', {
      as: await server.createUser('premium'),
    });
    expect(response.headers['x-export-total']).toBe(String(total));
    const rows = parse<Record<string, string>>(response.text, { columns: true });
    expect(rows.map((row) => Number(row['follower_count']))).toEqual(Array.from({ length: total }, (_, i) => total - i));
  });

  it('stops being read when it is canceled; a user may run two at a time', async () => {
    const { cookie } = (await server.createUser('premium')).headers;
    const listRows = jest.spyOn(server.app.get(Catalog), 'listRows');
    const cancel = new AbortController();
    const start = async () => (await fetch(url, { headers: { cookie }, signal: cancel.signal })).status;
    expect([await start(), await start(), await exportStatus(url, cookie)]).toEqual([200, 200, 503]);
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
