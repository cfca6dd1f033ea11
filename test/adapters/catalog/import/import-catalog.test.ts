import { type Batch, CatalogSource, type ChangedIds, type SourceLine, UnreadableSource } from '#domain/catalog/import/import-runs';
import type { PostgresImportRun } from '#server/catalog/import/postgres/import-run';
import { WriterScope } from '#domain/jobs/write-lock';
import { type AfterImport, ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import type { ImportObserver, ImportSettings } from '#server/catalog/import/read-source';
import { useImports } from '../../../support/database/import-fixture';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

const origin = { command: 'root@server-1' };

const NOW = new Date('2026-03-01T12:00:00Z');
const FIRST = new Date('2026-02-01T12:00:00Z');
const LATER = new Date('2026-03-01T12:00:00Z');

const pinRow = (_id: string, saves: number) => ({
  _id,
  last_crawled_at: FIRST.getTime(),
  fields: { name: `Pin ${_id}`, searchable: true },
  points: [{ at: FIRST.getTime() / 60_000, timed: true, counts: [saves, null] }],
});
const batch: Batch = { board: [], pinner: [], pin: [pinRow('1', 5), pinRow('2', 6)] };
const totals = { lines: 2, rejected: 0 };

class LinesSource extends CatalogSource {
  readonly name = 'lines';
  reads = 0;

  constructor(
    private readonly all: readonly SourceLine[],
    private readonly error?: Error,
  ) {
    super();
  }

  fingerprint = () => Promise.resolve('print');
  progress = () => null;

  async *lines(): AsyncGenerator<readonly SourceLine[]> {
    this.reads += 1;
    for (let index = 0; index < this.all.length; index += 3) yield this.all.slice(index, index + 3);
    if (this.error) throw this.error;
  }
}

const goodLine = (line: number, _id = `${line}`): SourceLine => ({ line, record: { _id, saves: 1 } });
const badLine = (line: number): SourceLine => ({ line, record: { _id: `${line}`, saves: -1 } });

const imports = useImports();
let runs: PostgresImportRuns;
beforeAll(() => void (runs = new PostgresImportRuns(imports.database.pool)));

describe('importing a source', () => {
  async function runImport(source: CatalogSource, overrides: Partial<ImportSettings> = {}, onRead?: ImportObserver['onRead']) {
    const rejects: string[] = [];
    const recomputed: ChangedIds[] = [];
    const observer: ImportObserver = {
      onReject: (line, { field }) => rejects.push(`${line} ${field}`),
      onProgress: () => undefined,
      onWait: () => undefined,
      ...(onRead && { onRead }),
    };
    const afterImport: AfterImport = async (_scope, changedIds) => void recomputed.push(changedIds);
    const importCatalog = new ImportCatalog(runs, { now: () => NOW }, new FakeWriteLock(), afterImport);
    const settings: ImportSettings = { kind: 'pins', origin, maxRejectedShare: 0.05, stopOnReject: false, ...overrides };
    return { result: await importCatalog.importSource(source, settings, observer), rejects, recomputed };
  }

  it('recomputes what depends on it, reports the rejected lines, and recomputes nothing when nothing changed', async () => {
    const lines = [...Array.from({ length: 18 }, (_, index) => goodLine(index + 1, '1')), badLine(19), goodLine(20)];
    const first = await runImport(new LinesSource(lines));
    expect([first.result.outcome, first.result.rejected, first.rejects]).toEqual(['applied', 1, ['19 saves']]);
    expect(first.recomputed.map(({ pin }) => new Set(pin))).toEqual([new Set(['1', '20'])]);
    const { result, recomputed } = await runImport(new LinesSource(lines), { maxRejectedShare: 1 });
    expect([result.outcome, result.inserted, result.updated, recomputed]).toEqual(['applied', 0, 0, []]);
  });

  it('lets the rejected lines be kept before it records that a source was refused', async () => {
    const finished: unknown[] = [];
    const { result } = await runImport(new LinesSource([goodLine(1), badLine(2)]), {}, async () => {
      finished.push(...(await imports.queryRows<{ finished_at: Date | null }>('select finished_at from import_runs')));
    });
    expect([result.outcome, finished]).toEqual(['refused', [{ finished_at: null }]]);
  });

  it('stops at the first rejected line if it is told to', async () => {
    const source = new LinesSource([goodLine(1), badLine(2), badLine(3)]);
    const { result, rejects } = await runImport(source, { stopOnReject: true, maxRejectedShare: 1 });
    expect([result.outcome, result.lines, rejects]).toEqual(['refused', 2, ['2 saves']]);
  });

  it('applies nothing of a source that cannot be read to its end', async () => {
    await expect(runImport(new LinesSource([goodLine(1)], new UnreadableSource('cut off')))).rejects.toThrow('cut off');
    expect(await imports.queryRows('select _id from pins')).toEqual([]);
  });

  it('resumes a completely staged import without reading the source again', async () => {
    const fingerprint = 'print pins [null,false,{},null]';
    const interrupted = await runs.begin(new WriterScope(), { kind: 'pins', origin, source: 'lines', fingerprint, now: FIRST });
    await interrupted.seal({ lines: 9, rejected: 5 });
    const source = new LinesSource([goodLine(1)]);
    const { result } = await runImport(source);
    expect(source.reads).toBe(0);
    expect(result).toMatchObject({ outcome: 'applied', lines: 9, rejected: 5, resumed: true });
  });

  it.each([
    ['the import', {}, NOW],
    ['the given time', { crawledAt: FIRST }, FIRST],
  ])('dates crawls without a time by %s', async (_, overrides, expected) => {
    await runImport(new LinesSource([goodLine(1)]), overrides);
    expect(await imports.queryRows('select last_crawled_at from pin_metrics')).toEqual([{ last_crawled_at: expected }]);
  });

  it('identifies an import by its content and by the options that change its meaning', async () => {
    const options: Partial<ImportSettings>[] = [{}, { kind: 'boards' }, { round: true }, { as: 'pin' }, { metrics: { a: 'saves' } }];
    for (const overrides of [...options, { maxRejectedShare: 1 }]) await runImport(new LinesSource([]), overrides);
    expect(await imports.queryRows('select distinct fingerprint from import_runs')).toHaveLength(options.length);
  });
});

describe('imports in Postgres', () => {
  const begin = (now = FIRST) => runs.begin(new WriterScope(), { kind: 'pins', origin, source: 'pins.csv', fingerprint: 'f', now });

  it('merges batches that hardly change anything as one, in which no entity is twice', async () => {
    const pins = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => pinRow(`${from + index}`, 5));
    const stage = async (run: PostgresImportRun, batches: readonly Batch['pin'][]) => {
      for (const pin of batches) await run.stageBatch({ board: [], pinner: [], pin });
      await run.seal(totals);
      const merges = new Set<number>();
      const applied = await run.apply((share) => merges.add(share));
      await run.finish(totals, applied);
      return { applied, merges: merges.size };
    };
    const { merges } = await stage(await begin(), [pins(0, 10), pins(10, 20), pins(20, 30)]);
    expect(merges).toBe(6);
    const again = await runs.begin(new WriterScope(), { kind: 'pins', origin, source: 'pins.csv', fingerprint: 'g', now: FIRST });
    const changed = { ...pinRow('0', 5), fields: { name: 'Changed' } };
    const last = { ...pinRow('0', 5), fields: { name: 'Changed again' } };
    const batches = [[changed, ...pins(1, 10)], pins(10, 20), pins(20, 30), [last, ...pins(30, 31)]];
    expect(await stage(again, batches)).toEqual({ applied: { inserted: 1, updated: 2, series: 1 }, merges: 4 });
    expect(await imports.queryRows(`select name from pins where _id = '0'`)).toEqual([{ name: 'Changed again' }]);
  });

  it('resumes an interrupted import that was completely staged', async () => {
    const interrupted = await begin();
    await interrupted.stageBatch(batch);
    await interrupted.seal(totals);
    const resumed = await begin(LATER);
    expect([resumed.staged, resumed.now]).toEqual([totals, FIRST]);
    expect(await resumed.apply(() => undefined)).toMatchObject({ inserted: 2 });
  });

  it('tells all that an import changed whose process was killed, also when its rows are staged again', async () => {
    const countApplied = async (run: PostgresImportRun) => (await run.apply(() => undefined)).inserted;
    const stage = async () => {
      const run = await begin();
      await run.stageBatch(batch);
      await run.seal(totals);
      return run;
    };
    expect(await countApplied(await stage())).toBe(2);
    expect(await countApplied(await begin())).toBe(2);
    await imports.queryRows('update import_runs set staged = -1');
    const again = await stage();
    const inserted = await countApplied(again);
    await again.finish(totals, { inserted, updated: 0, series: 0 });
    expect([inserted, await countApplied(await stage())]).toEqual([2, 0]);
  });

  it('keeps the time of the first import of a content, also where it comes in another way', async () => {
    const beginAs = (fingerprint: string, now: Date) =>
      runs.begin(new WriterScope(), { kind: 'pins', origin, source: 'pins.csv', fingerprint, now });
    const first = await beginAs('content by-browser', FIRST);
    await first.seal(totals);
    await first.finish(totals, await first.apply(() => undefined));
    expect((await beginAs('content by-command', LATER)).now).toEqual(FIRST);
    expect((await beginAs('other by-command', LATER)).now).toEqual(LATER);
  });

  it('stages an import again that was interrupted before', async () => {
    await (await begin()).stageBatch(batch);
    const again = await begin(LATER);
    expect([again.staged, again.now]).toEqual([null, LATER]);
  });
});
