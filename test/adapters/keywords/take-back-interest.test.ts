import fc from 'fast-check';
import { WriterScope } from '#domain/jobs/write-lock';
import type { InterestSeries } from '#domain/keywords/interest/search-interest';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { PostgresSearchInterest } from '#server/keywords/postgres/search-interest';
import { useTestDatabase } from '../../support/database/test-database';

const database = useTestDatabase();
let interest: PostgresSearchInterest;
beforeAll(() => void (interest = new PostgresSearchInterest(database.postgres)));

const scope = new WriterScope();
const today = 20_514;
const dayMs = 86_400_000;

const series: fc.Arbitrary<InterestSeries> = fc
  .record({
    key: fc.constantFrom('moss', 'fern'),
    source: fc.constantFrom('a.csv', 'b.csv', 'PinClicks'),
    region: fc.constantFrom(null, 'US'),
    points: fc.uniqueArray(fc.record({ day: fc.constantFrom(7, 14, 21), value: fc.constantFrom(1, 2) }), {
      maxLength: 3,
      selector: ({ day }) => day,
    }),
    figures: fc.option(
      fc.record({ day: fc.constantFrom(7, 14), volume: fc.constantFrom(null, 10, 20), notes: fc.constantFrom(null, { CPC: '1' }) }),
      { nil: undefined },
    ),
  })
  .map(({ figures, ...rest }) => ({ ...rest, keyword: rest.key, ...(figures && { figures }) }));
/** An import's batches: two, as if it were stored in several. */
const file = fc.tuple(fc.array(series, { minLength: 1, maxLength: 3 }), fc.array(series, { maxLength: 2 }));
type File = typeof file extends fc.Arbitrary<infer T> ? T : never;

/** Imports each file on the day of its number, in an emptied database. Returns the numbers of the imports. */
async function importAll(files: readonly (readonly [number, File])[]): Promise<number[]> {
  await database.pool.query(
    [
      'search_interest',
      'keyword_volumes',
      'keyword_outlook',
      'import_rejects',
      'import_changes',
      'import_journals',
      'imports',
      'import_runs',
    ]
      .map((table) => `delete from ${table}`)
      .join('; '),
  );
  const runs = new PostgresImportRuns(database.pool);
  const ids = [];
  for (const [number, batches] of files) {
    const now = new Date((today - 10 + number) * dayMs);
    const record = await runs.beginInterest(scope, { origin: { command: 'root' }, source: `${number}.csv`, fingerprint: `${number}`, now });
    for (const batch of batches) await interest.store(scope, batch, { importedAt: now, importId: record.id, journalId: record.journalId });
    await record.finish({ lines: 0, rejected: 0 }, 0);
    ids.push(record.id);
  }
  return ids;
}

async function takeBack(id: number): Promise<void> {
  const takeBacks = new PostgresTakeBack(database.pool, 90);
  await takeBacks.begin(id, new Date(today * dayMs));
  expect(await takeBacks.resume(scope, id)).toBe('interest');
  await interest.takeBack(scope, id, today, () => undefined);
  await takeBacks.finish(scope, id);
}

/** All that is stored; the number of an import says only which one it was. */
async function stored(): Promise<unknown> {
  await interest.refreshOutlooks(today);
  const rows = [];
  for (const table of ['search_interest', 'keyword_volumes', 'keyword_outlook'])
    rows.push((await database.pool.query(`select to_jsonb(t) - 'import_id' - 'refreshed_at' r from ${table} t order by 1`)).rows);
  return rows;
}

it('leaves search interest and volumes as if the import had never been, also after later imports, and again with another one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 5 }), fc.nat(), fc.nat(), async (files, one, other) => {
      const numbered = files.map((batches, number) => [number, batches] as const);
      const [first, second] = [one % files.length, other % (files.length - 1)];
      const wanted = [];
      for (const rest of [numbered.toSpliced(first, 1), numbered.toSpliced(first, 1).toSpliced(second, 1)]) {
        await importAll(rest);
        wanted.push(await stored());
      }
      const ids = await importAll(numbered);
      await takeBack(ids[first]!);
      const afterFirst = await stored();
      await takeBack(ids.toSpliced(first, 1)[second]!);
      expect([afterFirst, await stored()]).toEqual(wanted);
    }),
    { numRuns: 30, seed: 20261127, endOnFailure: true },
  );
});
