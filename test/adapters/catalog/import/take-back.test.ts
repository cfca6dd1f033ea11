import fc from 'fast-check';
import { Pool } from 'pg';
import { WriterScope } from '#domain/jobs/write-lock';
import { DAY_MS } from '#domain/durations';
import type { TakeBackRow } from '#domain/catalog/intake/contract';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import { deleteJournalsBefore } from '#server/catalog/import/postgres/import-journals';
import { eraseForgottenChanges, sealChanges, unpackChanges } from '#server/catalog/import/postgres/packed-changes';
import { refreshListStats } from '#server/catalog/import/postgres/refresh-list-stats';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { forgetChangesSql } from '#server/database/catalog-tables';
import { ScopedPool } from '#server/database/scoped-pool';
import { clearDemo } from '#server/demo/postgres/load-demo';
import { NOW, useImports } from '../../../support/database/import-fixture';

const imports = useImports();
const clear = async () => {
  await imports.clear();
  await imports.queryRows(`update catalog_stats set open_from = date '2026-02-01' - date '1970-01-01'`);
};
beforeEach(clear);

const takeBackWith = (entitiesPerSet?: number) => new PostgresTakeBack(imports.database.pool, 90, entitiesPerSet);

/** Takes an import back. The rows of the preview must be in the order of their ids, and those that it says it removes must be those that go. */
async function takeBack(importId: number): Promise<void> {
  const takeBacks = takeBackWith(2);
  const previewed: TakeBackRow[] = [];
  for await (const rows of await takeBacks.readAll(importId, NOW)) previewed.push(...rows);
  const keys = previewed.map(({ kind, id }) => `${kind} ${id}`);
  expect(keys).toEqual([...new Set(keys)].toSorted());
  await takeBacks.begin(importId, NOW);
  await takeBacks.takeBack(new WriterScope(), importId, () => undefined);
  await takeBacks.finish(new WriterScope(), importId);
  const stored = await imports.queryRows<{ key: string }>(
    entityTypes.map((entity) => `select '${entity} ' || _id "key" from ${variantOf[entity]}`).join(' union all '),
  );
  const left = new Set(stored.map(({ key }) => key));
  expect(previewed.map(({ kind, id, is_removed }) => [kind, id, is_removed])).toEqual(
    previewed.map(({ kind, id }) => [kind, id, !left.has(`${kind} ${id}`)]),
  );
}

const writer = () => new ScopedPool(imports.database.pool, new WriterScope());

const maybe = <T>(values: readonly T[]) => fc.constantFrom<T | null>(null, ...values);
/** Days in sealed and in open months; a day alone has no time. */
const times = ['2026-01-05', '2026-01-05T10:00:00Z', '2026-01-20T08:00:00Z', '2026-02-10', '2026-02-10T09:00:00Z', '2026-02-20T07:00:00Z'];
const board = fc.record({
  _id: fc.constantFrom('a', 'b', 'c'),
  name: maybe(['Moss', 'Fern']),
  description: maybe(['soft green moss']),
  follower_count: maybe([1, 2, 3]),
  pin_count: maybe([10, 11]),
  created_at: maybe(['2025-03-01T00:00:00Z', '2025-04-01T00:00:00Z']),
  topics: maybe([['x'], ['x', 'y']]),
  pinner_id: maybe(['p', 'q']),
  last_crawled_at: fc.constantFrom(...times),
});
const series = fc.record({
  id: fc.constantFrom('p', 'q'),
  metric: fc.constant('followers'),
  points: fc.uniqueArray(fc.tuple(fc.constantFrom(...times), fc.constantFrom(5, 6)), {
    minLength: 1,
    maxLength: 3,
    selector: ([at]) => at,
  }),
});
const file = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('boards' as const), rows: fc.array(board, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('series' as const), rows: fc.array(series, { minLength: 1, maxLength: 2 }) }) },
);
type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

/** No reading may be later than the last crawl of its entity: imports rely on it to append readings. */
const lateReadingsSql = entityTypes
  .map(
    (
      entity,
    ) => `select h._id from ${entity}_histories h join ${entity}_metrics m on m._id = h._id join ${entity}_readings r on r.key = h.key
      where m.last_crawled_at is null or to_timestamp((r.day * 1440 + r.minute) * 60) > m.last_crawled_at`,
  )
  .join(' union all ');

/** The checksum with the totals of all lists, also of those that no import had rows for. */
async function checksum(): Promise<string> {
  expect(await imports.queryRows(lateReadingsSql)).toEqual([]);
  for (const entity of entityTypes) await refreshListStats(writer(), entity, 0);
  return imports.checksum();
}

/** Imports files in their order. Returns the numbers of the imports. */
async function importAll(files: readonly File[], batches = { batchLines: 2 }): Promise<number[]> {
  for (const { kind, rows } of files) {
    const result = await imports.importRecords(kind, rows, batches);
    if (result.outcome !== 'applied') throw new Error(String(result.reason));
  }
  return (await imports.queryRows<{ id: number }>('select id from imports order by id')).map(({ id }) => id);
}

describe('an import that is taken back', () => {
  it('leaves the catalog as if it had never been, also after later imports, and again with another one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 2, maxLength: 5 }),
        fc.nat(),
        fc.nat(),
        fc.boolean(),
        fc.boolean(),
        async (files, one, other, isErased, isSealed) => {
          const [first, second] = [one % files.length, other % (files.length - 1)];
          const withoutFirst = files.toSpliced(first, 1);
          const wanted: string[] = [];
          for (const rest of [withoutFirst, withoutFirst.toSpliced(second, 1)]) {
            await clear();
            await importAll(rest);
            wanted.push(await checksum());
          }
          await clear();
          const ids = await importAll(files);
          if (isSealed) await sealChanges(writer());
          await takeBack(ids[first]!);
          const afterFirst = await checksum();
          if (isErased) await eraseForgottenChanges(writer());
          if (isSealed) await sealChanges(writer());
          await takeBack(ids.toSpliced(first, 1)[second]!);
          expect([afterFirst, await checksum()]).toEqual(wanted);
        },
      ),
      { numRuns: 12, seed: 20261127 },
    );
  });

  const rows = [
    { _id: 'a', name: 'Moss', follower_count: 1, last_crawled_at: '2026-02-10T09:00:00Z' },
    { _id: 'b', name: 'Fern', follower_count: 2, last_crawled_at: '2026-02-10T09:00:00Z' },
    { _id: 'c', name: 'Bark', follower_count: 3, last_crawled_at: '2026-02-10T09:00:00Z' },
  ];
  const first = { kind: 'boards', rows: rows.slice(0, 1) } as File;
  const second = { kind: 'boards', rows: rows.map((row) => ({ ...row, name: 'Other', last_crawled_at: '2026-02-20T09:00:00Z' })) } as File;

  it('goes on where it was interrupted, says what it does, and ends once', async () => {
    await importAll([first]);
    const wanted = await checksum();
    const [, id = 0] = await importAll([second]);
    const takeBacks = takeBackWith(1);
    expect((await takeBacks.preview(id, NOW)).counts).toEqual([{ kind: 'board', removed: 2, restored: 1 }]);
    await takeBacks.begin(id, NOW);
    const interrupted = takeBacks.takeBack(new WriterScope(), id, (share) => {
      if (share > 0.5) throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect(await imports.queryRows('select state from imports order by id')).toEqual([{ state: 'done' }, { state: 'taking_back' }]);
    await takeBack(id);
    expect(await checksum()).toBe(wanted);
    await expect(takeBacks.preview(id, NOW)).rejects.toThrow('has been taken back already');
  });

  it('can be imported again', async () => {
    await importAll([first, second]);
    const wanted = await checksum();
    const [, id = 0] = (await imports.queryRows<{ id: number }>('select id from imports order by id')).map((row) => row.id);
    await takeBack(id);
    expect((await imports.importRecords('boards', second.rows, { batchLines: 2 })).inserted).toBe(2);
    expect(await checksum()).toBe(wanted);
  });

  it('leaves an influencer that it named found by its id again', async () => {
    await imports.importRecords('pinners', [{ _id: 'instagram:mira' }]);
    const wanted = await imports.queryRows('select terms, term_occurrences from pinners');
    await imports.importRecords('pinners', [{ _id: 'instagram:mira', name: 'Ada' }]);
    const [, id = 0] = (await imports.queryRows<{ id: number }>('select id from imports order by id')).map((row) => row.id);
    await takeBack(id);
    expect(wanted).toEqual([expect.objectContaining({ terms: ['instagram', 'mira'] })]);
    expect(await imports.queryRows('select terms, term_occurrences from pinners')).toEqual(wanted);
  });

  it('does not bring rows of the demo back once that is removed', async () => {
    await importAll([first]);
    await imports.queryRows(`update boards set source = '${DEMO_SOURCE}'`);
    await imports.queryRows('truncate import_journals, import_changes, packed_changes');
    const [, id = 0] = await importAll([second, { kind: 'boards', rows: [{ ...rows[0]!, _id: 'z' as string }] } as File]);
    await sealChanges(writer());
    await clearDemo(imports.database.pool, NOW);
    // Only batches that have met rows of the demo are read by SQL.
    expect(await imports.queryRows('select ids, sealed is not null is_sealed from packed_changes order by first_id')).toContainEqual({
      ids: ['z'],
      is_sealed: true,
    });
    expect((await takeBackWith().preview(id, NOW)).counts).toEqual([{ kind: 'board', removed: 3, restored: 0 }]);
    await takeBack(id);
    expect(await imports.queryRows('select _id from boards')).toEqual([{ _id: 'z' }]);
  });

  it('reads the journals of releases that kept the last crawl beside the texts', async () => {
    await importAll([first]);
    const wanted = await checksum();
    const [, id = 0] = await importAll([second]);
    await unpackChanges(writer(), id);
    expect(await imports.queryRows('select 1 from import_changes')).toHaveLength(3);
    await imports.queryRows(
      `update import_changes c set before = jsonb_build_object(
         'row', coalesce(c.before -> 'row', to_jsonb(e) - '{terms,term_occurrences}'::text[]) || jsonb_build_object('last_crawled_at', c.before -> 'met' -> 'last_crawled_at'),
         'metrics', jsonb_strip_nulls(to_jsonb(m) || (c.before -> 'met')) - 'last_crawled_at')
       from boards e join board_metrics m on m._id = e._id where c._id = e._id and c.before is not null`,
    );
    await takeBack(id);
    expect(await checksum()).toBe(wanted);
  });

  it('leaves rows that a cleanup has changed since, and is refused when its journal is too old or missing', async () => {
    const [, id = 0] = await importAll([first, second]);
    await expect(takeBackWith().preview(id, new Date(NOW.getTime() + 91 * DAY_MS))).rejects.toThrow('too old to be taken back');
    await expect(takeBackWith().preview(id + 1, NOW)).rejects.toThrow('no such import');
    await imports.queryRows(`update board_metrics set last_crawled_at = null where _id = 'a'`);
    const cleanup = { entity_type: 'board', issue_type: 'never_crawled' } as const;
    const cleanups = new Cleanups(imports.database.postgres, { REMOVED_ROWS_DAYS: 0 });
    const [begun] = await imports.queryRows<{ id: number }>(
      `insert into cleanups (entity_type, issue_type, matched, started_at) values ('board', 'never_crawled', 1, now()) returning id`,
    );
    expect(await cleanups.removeBatch(new WriterScope(), { id: begun!.id, cleanup, afterId: '', now: NOW })).toMatchObject({
      removed: 1,
    });
    await takeBack(id);
    expect(await imports.queryRows('select _id from boards')).toEqual([]);
    const [, , again = 0] = await importAll([second]);
    await imports.queryRows(`delete from import_journals`);
    await expect(takeBackWith().preview(again, NOW)).rejects.toThrow('too old to be taken back');
  });

  describe('beside what else happens to journals', () => {
    /** Boards with ids of one lane, so that a file of them is one batch. */
    const boardsOf = (name: string, ...ids: ('a' | 'c' | 'e')[]) =>
      ({ kind: 'boards', rows: ids.map((_id) => ({ _id, name, last_crawled_at: '2026-02-10T09:00:00Z' })) }) as File;
    const wholeFiles = { batchLines: 9 };
    const forgetA = () => imports.queryRows(forgetChangesSql('board', `select 'a'`));
    const storedIds = async () => (await imports.queryRows<{ _id: string }>('select _id from boards order by 1')).map(({ _id }) => _id);

    it('keeps what other imports gave in a batch with erased rows', async () => {
      const [one = 0, other = 0] = await importAll([boardsOf('Moss', 'a', 'c'), boardsOf('Fern', 'a', 'c', 'e')], wholeFiles);
      await forgetA();
      await eraseForgottenChanges(writer());
      await takeBack(one);
      await takeBack(other);
      expect(await storedIds()).toEqual(['a']);
    });

    it('previews the rows of a batch of which one was moved, and then forgotten', async () => {
      const [one = 0, , last = 0] = await importAll(
        [boardsOf('Moss', 'a'), boardsOf('Moss', 'c'), boardsOf('Fern', 'a', 'c', 'e')],
        wholeFiles,
      );
      await takeBack(one);
      await forgetA();
      await eraseForgottenChanges(writer());
      const { rows: previewed } = await takeBackWith().preview(last, NOW);
      expect(previewed.map(({ id, is_removed }) => [id, is_removed])).toEqual([
        ['c', false],
        ['e', true],
      ]);
    });

    it('lists nothing as forgotten that it only moved out of a batch, which the night erases from there', async () => {
      const [one = 0] = await importAll([boardsOf('Moss', 'a'), boardsOf('Fern', 'a', 'c')], wholeFiles);
      await sealChanges(writer());
      await takeBack(one);
      expect(await imports.queryRows('select 1 from forgotten_changes')).toEqual([]);
      await eraseForgottenChanges(writer());
      const kept = await imports.queryRows(
        `select u.id, u.given ->> 'name' "name" from packed_changes p, unnest(p.ids, p.given) u(id, given) order by 1`,
      );
      // The later import's row was merged, and recorded, again.
      expect(kept).toEqual([
        { id: 'a', name: 'Fern' },
        { id: 'c', name: 'Fern' },
        { id: null, name: null },
      ]);
    });

    it('is previewed in seconds where many changes are listed as forgotten, also with little memory', async () => {
      const [id = 0] = await importAll([first]);
      await imports.queryRows(`
        insert into packed_changes (first_id, journal_id, entity, new_count, given_count, ids)
        select nextval(pg_get_serial_sequence('import_changes', 'id')), id, 'pin', 0, 20000, array(select 'pin ' || n from generate_series(1, 20000) n)
        from import_journals`);
      await imports.queryRows(
        `insert into forgotten_changes select 'pin', 'other pin ' || n, 0, 1e15::bigint from generate_series(1, 20000) n`,
      );
      const pool = new Pool({ connectionString: imports.database.url, options: '-c work_mem=64kB -c statement_timeout=5s' });
      const { counts } = await new PostgresTakeBack(pool, 90).preview(id, NOW).finally(() => pool.end());
      expect(counts).toEqual([
        { kind: 'board', removed: 1, restored: 0 },
        { kind: 'pin', removed: 0, restored: 20_000 },
      ]);
    });

    it.each([
      ['whose days are over', new Date(NOW.getTime() + 1)],
      ['when none are kept any more', null],
    ])('keeps its own journals and those of later imports, also %s', async (_, before) => {
      await importAll([second]);
      const wanted = await checksum();
      await clear();
      const [id = 0] = await importAll([first, second]);
      await takeBackWith().begin(id, NOW);
      await deleteJournalsBefore(writer(), before);
      await takeBack(id);
      expect(await checksum()).toBe(wanted);
    });

    it('is refused once its journal is gone', async () => {
      const [id = 0] = await importAll([first]);
      await takeBackWith().begin(id, NOW);
      await imports.queryRows('delete from import_journals');
      await expect(takeBackWith().resume(new WriterScope(), id)).rejects.toThrow('too old to be taken back');
    });

    /** Applies 'a' and 'c' of the file that `second` is, as if its process had been killed then. */
    async function applyHalf(): Promise<void> {
      await imports.queryRows(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
      await imports.queryRows(`create trigger fail before insert on boards for each row when (new._id = 'b') execute function fail()`);
      await expect(importAll([second], wholeFiles)).rejects.toThrow('killed');
      await imports.queryRows('drop function fail cascade');
      expect(await storedIds()).toEqual(['a', 'c']);
    }

    it('also takes back what was applied before its process was given up', async () => {
      await applyHalf();
      await imports.queryRows(`update imports set state = 'refused'`);
      const [, id = 0] = await importAll([second], wholeFiles);
      await takeBack(id);
      expect(await storedIds()).toEqual([]);
    });

    it.each(['running', 'refused'])(
      'takes a half applied import back whose file is gone, as after a restored backup (%s)',
      async (state) => {
        await applyHalf();
        const [half] = await imports.queryRows<{ id: number; run_id: number }>(
          `update imports set state = '${state}' returning id, run_id`,
        );
        // Backups have no staged rows.
        await imports.queryRows(`drop table ${entityTypes.map((entity) => `import_${half!.run_id}_${entity}`).join(', ')}`);
        await expect(takeBackWith().resume(new WriterScope(), 0)).rejects.toThrow(`number ${half!.id} was killed`);
        await takeBack(half!.id);
        expect(await storedIds()).toEqual([]);
        expect(await takeBackWith().resume(new WriterScope(), 0)).toBeNull();
        await importAll([second]);
        const wanted = await checksum();
        await clear();
        await importAll([second]);
        expect(await checksum()).toBe(wanted);
      },
    );

    it('ends a half applied import whose content came again in another way, and takes that one back whole', async () => {
      const [other = 0] = await importAll([boardsOf('Moss', 'e')]);
      await imports.queryRows('delete from boards');
      await applyHalf();
      const [half] = await imports.queryRows<{ id: number }>(`update imports set way = 'http' where state = 'running' returning id`);
      const [again = 0] = (await importAll([second])).slice(-1);
      expect(await imports.queryRows(`select state, phase, reason from imports where id = ${half!.id}`)).toEqual([
        { state: 'refused', phase: null, reason: `Its file came again, and was imported as number ${again}.` },
      ]);
      await takeBack(again);
      expect(await storedIds()).toEqual([]);
      expect(await imports.queryRows('select phase from import_runs order by id')).toEqual([{ phase: 'done' }, { phase: 'refused' }]);
      await takeBackWith().begin(other, NOW);
      expect(await takeBackWith().resume(new WriterScope(), other)).toBe('boards');
    });

    it('waits for a half applied import, but not where its file has other rows now, which took its place', async () => {
      await importAll([second]);
      const wanted = await checksum();
      await clear();
      await applyHalf();
      await expect(takeBackWith().resume(new WriterScope(), 0)).rejects.toThrow('half applied');
      const [id = 0] = await importAll([boardsOf('Fern', 'a', 'e')]);
      await takeBackWith().begin(id, NOW);
      expect(await takeBackWith().resume(new WriterScope(), id)).toBe('boards');
      await takeBack(id);
      expect(await storedIds()).toEqual([]);
      await importAll([second]);
      expect(await checksum()).toBe(wanted);
    });
  });
});
