import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import type { Cleanup, RemovedFile } from '#domain/data-quality/contract';
import { type InspectedRow, issues } from '#domain/data-quality/issues';
import { countsOf } from '#domain/catalog/metrics';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import { deleteAccountRows } from '#server/auth/account/postgres/own-data';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { eraseForgottenChanges, sealChanges } from '#server/catalog/import/postgres/packed-changes';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { issueConditionSql } from '#server/data-quality/postgres/issue-sql';
import { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { importSettings, rowsOfFile, silentObserver } from '../../support/database/import-fixture';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';
import { userActor } from '../../support/fakes/audit';
import { readSeries } from '../../support/database/stored-history';

describe('removed rows', () => {
  const NOW = new Date('2026-08-23T12:00:00Z');
  const scope = new WriterScope();

  const database = useTestDatabase('each');
  let cleanups: Cleanups;
  let userId: string;
  beforeEach(async () => {
    cleanups = new Cleanups(database.postgres, { REMOVED_ROWS_DAYS: 30 });
    userId = randomUUID();
    await database.pool.query(
      `insert into users (id, email, role_id, is_confirmed, created_at) values ($1, 'ada@people.test', 1, true, now())`,
      [userId],
    );
  });

  /** Removes everything that has an issue, at `now`. Returns the id of the cleanup. */
  async function remove(cleanup: Cleanup, { now = NOW, days = 30 } = {}): Promise<number> {
    const keeping = new Cleanups(database.postgres, { REMOVED_ROWS_DAYS: days });
    const { id } = await keeping.begin(userActor(userId), cleanup, Infinity, now);
    await keeping.removeBatch(scope, { id, cleanup, afterId: '', now });
    await cleanups.finish(scope, id, now);
    return id;
  }

  const fileOf = (id: number, file: RemovedFile) => text(Readable.from(cleanups.readRemoved(id, file)));

  async function importText(kind: 'boards' | 'pinners' | 'pins' | 'series', content: string): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-removed-'));
    await writeFile(join(folder, 'removed.ndjson'), content);
    const writeLock = new PostgresWriteLock(database.postgres);
    const importer = new ImportCatalog(new PostgresImportRuns(database.pool), { now: () => NOW }, writeLock, async () => undefined);
    try {
      return await importer.importSource(
        await rowsOfFile(join(folder, 'removed.ndjson'), kind),
        importSettings(kind, { as: undefined, metrics: {} }),
        silentObserver,
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  const minute = (time: string): number => Date.parse(time) / 60_000;
  const storedBoards = async () => [
    ...(
      await database.pool.query<Record<string, unknown>>(
        `select b._id, b.name, b.description, b.url, b.topics, b.searchable, b.pinner_id, b.pinner_username, m.last_crawled_at, m.created_at,
         m.follower_count, m.pin_count
       from boards b join board_metrics m using (_id) order by 1`,
      )
    ).rows,
    ...(await readSeries(database.pool, 'board')),
  ];

  async function insertGoneBoard(): Promise<void> {
    await insertEntity(database.pool, 'pinners', { _id: 'p1', username: 'maple', name: 'Maple' });
    await insertEntity(database.pool, 'boards', {
      _id: 'gone',
      name: 'Ferns “& moss”',
      description: 'Two\nlines, 🌿',
      url: 'https://www.pinterest.com/maple/ferns/',
      topics: ['plants', 'shade, mostly'],
      searchable: false,
      pinner_id: 'p1',
      pinner_username: 'maple',
      created_at: new Date('2020-02-29T10:11:12Z'),
      last_crawled_at: new Date('2026-08-20T08:00:00Z'),
      follower_count: 40,
      series: { at: [minute('2026-08-01T08:00Z'), minute('2026-08-20T08:00Z')], follower_count: [20, 40] },
    });
    await updateCatalogStats(database.pool);
  }

  describe('what a cleanup removed', () => {
    it('is imported again as it was, with its readings', async () => {
      await insertGoneBoard();
      const before = await storedBoards();
      const id = await remove({ entity_type: 'board', issue_type: 'not_searchable' });
      expect(await storedBoards()).toEqual([]);
      expect(await cleanups.findRemovedType(id)).toBe('board');
      expect(await importText('boards', await fileOf(id, 'rows'))).toMatchObject({ outcome: 'applied', inserted: 1, rejected: 0 });
      expect(await importText('series', await fileOf(id, 'series'))).toMatchObject({ outcome: 'applied', rejected: 0 });
      expect(await storedBoards()).toEqual(before);
    });

    it.each([
      ['pinner', 'pinners', { username: 'kiln', follower_count: 0, profile_views: 0 }],
      ['pin', 'pins', { name: 'Bowl', link: 'https://kiln.example/bowl', saves: 0, pinner_id: 'p9', pinner_username: 'kiln' }],
    ] as const)('of a %s is only the one with the issue, and is accepted by the import', async (entity_type, variant, fields) => {
      const ids = async () => (await database.pool.query(`select _id from ${variant} order by 1`)).rows.map(({ _id }) => _id);
      await insertEntity(database.pool, variant, { _id: 'sound', [variant === 'pins' ? 'saves' : 'follower_count']: 1 });
      await insertEntity(database.pool, variant, { _id: 'zero', last_crawled_at: new Date('2026-08-20T08:00:00Z'), ...fields });
      await updateCatalogStats(database.pool);
      const id = await remove({ entity_type, issue_type: 'all_zero' });
      expect(await ids()).toEqual(['sound']);
      expect(await importText(variant, await fileOf(id, 'rows'))).toMatchObject({
        outcome: 'applied',
        inserted: expect.any(Number),
        rejected: 0,
      });
      expect(await ids()).toEqual(['sound', 'zero']);
    });

    it('is not kept where the site keeps nothing, and deleted after its days', async () => {
      await insertGoneBoard();
      const cleanup = { entity_type: 'board', issue_type: 'not_searchable' } as const;
      expect(await cleanups.findRemovedType(await remove(cleanup, { days: 0 }))).toBeNull();
      await insertEntity(database.pool, 'boards', { _id: 'gone2', searchable: false });
      const id = await remove(cleanup);
      expect(await cleanups.deleteRemovedBefore(NOW)).toBe(0);
      expect(await cleanups.deleteRemovedBefore(new Date(NOW.getTime() + 1))).toBe(1);
      expect([await cleanups.findRemovedType(id), await fileOf(id, 'rows')]).toEqual([null, '']);
    });

    it('goes as a whole, when the days of the last row are over', async () => {
      const cleanup = { entity_type: 'board', issue_type: 'not_searchable' } as const;
      for (const _id of ['b1', 'b2']) await insertEntity(database.pool, 'boards', { _id, searchable: false });
      await updateCatalogStats(database.pool);
      cleanups.batchRows = 1;
      const { id } = await cleanups.begin(userActor(userId), cleanup, Infinity, NOW);
      const { next } = await cleanups.removeBatch(scope, { id, cleanup, afterId: '', now: NOW });
      const nextDay = new Date(NOW.getTime() + DAY_MS);
      await cleanups.removeBatch(scope, { id, cleanup, afterId: next!, now: nextDay });
      const [record] = await cleanups.listNewest(1);
      expect(record).toMatchObject({ kept: 2, kept_until: new Date(nextDay.getTime() + 30 * DAY_MS).toISOString() });
      expect(await cleanups.deleteRemovedBefore(nextDay)).toBe(0);
      expect((await fileOf(id, 'rows')).split('\n')).toHaveLength(3);
      expect(await cleanups.deleteRemovedBefore(new Date(nextDay.getTime() + 1))).toBe(2);
    });

    it('is no shorter file where its days end while it is downloaded', async () => {
      const cleanup = { entity_type: 'board', issue_type: 'not_searchable' } as const;
      await Promise.all(
        Array.from({ length: 150 }, (_, board) => insertEntity(database.pool, 'boards', { _id: `b${board}`, searchable: false })),
      );
      await updateCatalogStats(database.pool);
      const id = await remove(cleanup);
      const lines = cleanups.readRemoved(id, 'rows')[Symbol.asyncIterator]();
      expect(String((await lines.next()).value).split('\n')).toHaveLength(101);
      expect(await cleanups.deleteRemovedBefore(new Date(NOW.getTime() + 1))).toBe(150);
      await lines.next();
      await expect(lines.next()).rejects.toThrow('50 rows that cleanup 1 removed were deleted');
    });

    it('says nothing any more about the Pinterest accounts of a deleted account: profile, boards, and pins on its boards', async () => {
      await database.pool.query(
        `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
       values ($1, 'pinterest', '77', 'Maple', '\\x00', 'k', now(), now(), now(), now())`,
        [userId],
      );
      const gone = { searchable: false };
      await insertEntity(database.pool, 'pinners', { _id: '77', ...gone });
      await insertEntity(database.pool, 'pinners', { _id: '~maple', username: 'maple', ...gone });
      await insertEntity(database.pool, 'pinners', { _id: '78', username: 'kiln', ...gone });
      await insertEntity(database.pool, 'boards', { _id: 'b-maple', pinner_username: 'MAPLE', ...gone });
      await insertEntity(database.pool, 'boards', { _id: 'b-kiln', pinner_username: 'kiln', ...gone });
      await insertEntity(database.pool, 'boards', { _id: 'b-kept', pinner_id: '77' });
      await insertEntity(database.pool, 'pins', { _id: 'x-maple', pinner_id: '78', board_id: 'b-kept', ...gone });
      await insertEntity(database.pool, 'pins', { _id: 'x-kiln', pinner_id: '78', ...gone });
      await updateCatalogStats(database.pool);
      for (const entity_type of ['pin', 'board', 'pinner'] as const) await remove({ entity_type, issue_type: 'not_searchable' });
      expect(await inTransaction(database.pool, (client) => deleteAccountRows(client, userId, 'ada@people.test'))).toBe(true);
      const { rows } = await database.pool.query<{ id: string }>(`select line ->> '_id' id from removed_rows order by 1`);
      expect(rows.map(({ id }) => id)).toEqual(['78', 'b-kiln', 'x-kiln']);
    });

    it('leaves no replaced values of these accounts in the journals of imports', async () => {
      await database.pool.query(
        `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
         values ($1, 'pinterest', '77', 'Maple', '\\x00', 'k', now(), now(), now(), now())`,
        [userId],
      );
      await insertEntity(database.pool, 'boards', { _id: 'own', pinner_id: '77' });
      await insertEntity(database.pool, 'pins', { _id: 'own', pinner_id: '~maple' });
      await database.pool.query(
        `insert into import_changes (journal_id, entity, _id, digest)
         select 1, entity, _id, 0 from (values ('pinner', '77'), ('pinner', '~maple'), ('pinner', '78'), ('board', 'own'), ('pin', 'own'), ('pin', 'other')) c(entity, _id)`,
      );
      await database.pool.query(
        `insert into packed_changes (first_id, journal_id, entity, new_count, given_count, ids, digests, given, before)
         values (1, 1, 'pin', 2, 2, '{other,own}', '{0,0}', '{"{\\"name\\": \\"Other\\"}","{\\"name\\": \\"Own\\"}"}', '{null,null}'),
           (3, 1, 'board', 1, 1, '{own}', '{0}', '{"{}"}', '{null}')`,
      );
      await database.pool.query(`select setval(pg_get_serial_sequence('import_changes', 'id'), 9)`);
      await sealChanges(new ScopedPool(database.pool, scope));
      await inTransaction(database.pool, (client) => deleteAccountRows(client, userId, 'ada@people.test'));
      await eraseForgottenChanges(new ScopedPool(database.pool, scope));
      const packed = await database.pool.query<{ ids: (string | null)[]; given: unknown[] }>('select ids, given from packed_changes');
      expect(packed.rows).toEqual([{ ids: ['other', null], given: [{ name: 'Other' }, null] }]);
      const { rows } = await database.pool.query<{ entity: string; _id: string }>('select entity, _id from import_changes order by 1');
      expect(rows).toEqual([
        { entity: 'pin', _id: 'other' },
        { entity: 'pinner', _id: '78' },
      ]);
    });
  });

  describe('the list of an issue', () => {
    it('has exactly the rows that a cleanup removes, with what helps to judge them', async () => {
      await insertGoneBoard();
      await insertEntity(database.pool, 'boards', { _id: 'sound', follower_count: 3 });
      await insertEntity(database.pool, 'pins', { _id: 'x', name: null, searchable: false, description: 'A bowl. And more.', saves: null });
      const lists = new PostgresCatalogQuality(database.postgres, { now: () => NOW });
      expect(await lists.countByType('not_searchable')).toEqual({ board: 1, pinner: 0, pin: 1 });
      const rows = [];
      for await (const batch of lists.readAll('not_searchable')) rows.push(...batch);
      expect(rows).toEqual([
        {
          entity_type: 'board',
          _id: 'gone',
          title: 'Ferns “& moss”',
          pinner_username: 'maple',
          url: 'https://www.pinterest.com/maple/ferns/',
          source: 'test',
          count: 40,
          readings: 2,
          last_crawled_at: '2026-08-20T08:00:00.000Z',
        },
        expect.objectContaining({ entity_type: 'pin', _id: 'x', title: 'A bowl.', count: null, readings: 0 }),
      ]);
      expect(await lists.listRows('not_searchable', { entity: 'board', offset: 0, limit: 20 })).toEqual(rows.slice(0, 1));
      expect(await lists.listRows('not_searchable', { entity: 'board', offset: 1, limit: 20 })).toEqual([]);
    });
  });
});

/** Rows with every mixture of unknown, zero, and other values; crawl times cluster around the staleness limit. */
function arbitraryInspectedRow(entity: EntityType, now: Date): fc.Arbitrary<InspectedRow> {
  const count = fc.option(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 2_000_000_000 })), { freq: 3 });
  const age = fc.oneof(
    fc.integer({ min: 89 * DAY_MS, max: 91 * DAY_MS }),
    fc.constant(90 * DAY_MS),
    fc.integer({ min: 0, max: 900 * DAY_MS }),
  );
  const scoreColumns = scoreColumnCount(entity);
  const mask = fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 511 }));
  return fc.record({
    crawled_at: fc.option(
      age.map((ms) => new Date(now.getTime() - ms)),
      { freq: 3 },
    ),
    searchable: fc.boolean(),
    counts: fc.tuple(...countsOf[entity].map(() => count)),
    flags: fc.oneof(fc.constant([]), fc.array(mask, { minLength: scoreColumns, maxLength: scoreColumns })),
  });
}

/** Inserts an inspected row and returns its id. */
async function insertInspectedRow(
  pool: Pool,
  entity: EntityType,
  { crawled_at, searchable, counts, flags }: InspectedRow,
): Promise<string> {
  const metricCounts = Object.fromEntries(countsOf[entity].map((metric, index) => [metric, counts[index] ?? null]));
  const momentum = flags.length > 0 ? { momentum: 1 } : {};
  const id = await insertEntity(pool, variantOf[entity], { last_crawled_at: crawled_at, searchable, ...metricCounts, ...momentum });
  if (flags.length > 0) await pool.query(`update ${entity}_scores set flags = $2 where _id = $1`, [id, flags]);
  return id;
}

describe('the SQL conditions of issues', () => {
  const NOW = new Date('2026-08-23T12:00:00Z');
  const ROW_COUNT = 400;

  const database = useTestDatabase();

  it.each(entityTypes)('agree with the domain on random rows of a %s, and so do the counts of a scan', async (entity) => {
    const rows = fc.sample(arbitraryInspectedRow(entity, NOW), ROW_COUNT);
    const ids = await Promise.all(rows.map((row) => insertInspectedRow(database.pool, entity, row)));
    const known = issues.filter((issue) => (issue.entities as readonly string[]).includes(entity));
    const columns = known.map(({ name }) => `coalesce(${issueConditionSql(name, entity, '$1')}, false) ${name}`);
    const { rows: found } = await database.pool.query<Record<string, unknown>>(
      `select t._id, ${columns.join(', ')} from ${variantOf[entity]} t join ${entity}_metrics m using (_id) left join ${entity}_scores s using (_id)
       where $1::timestamptz is not null`,
      [NOW],
    );
    const byId = new Map(found.map((row) => [row['_id'], row]));
    const totals = new Map<string, number>();
    for (const [index, row] of rows.entries()) {
      const expected = Object.fromEntries(known.map((issue) => [issue.name, issue.holds(row, entity, NOW)]));
      expect({ row, found: byId.get(ids[index]) }).toEqual({ row, found: { _id: ids[index], ...expected } });
      for (const [name, holds] of Object.entries(expected)) totals.set(name, (totals.get(name) ?? 0) + Number(holds));
    }
    for (const { name } of known) expect(totals.get(name)).toBeGreaterThan(0);
    const counted = await new PostgresCatalogQuality(database.postgres, { now: () => NOW }).countIssues(NOW);
    expect(counted[entity]).toEqual(Object.fromEntries(issues.map(({ name }) => [name, totals.get(name) ?? 0])));
  });
});
