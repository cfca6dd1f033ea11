import type { AppliedChanges, ImportRuns, ImportRun, Batch, StagedTotals, ChangedIds } from '#domain/catalog/import/import-runs';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { CatalogSource, type SourceLine } from '#domain/catalog/import/catalog-source';
import type { WriterScope } from '#domain/catalog/write-lock';
import { ImportCatalog, dryRunImport } from '#server/catalog/import/import-catalog';
import type { ImportSettings, ImportObserver } from '#server/catalog/import/read-source';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

const NOW = new Date('2026-03-01T12:00:00Z');
const FIRST = new Date('2026-02-01T12:00:00Z');

class LinesSource extends CatalogSource {
  readonly name = 'lines';
  reads = 0;

  constructor(
    private readonly all: readonly SourceLine[],
    private readonly fault?: Error,
  ) {
    super();
  }

  fingerprint = () => Promise.resolve('print');
  progress = () => null;

  async *lines(): AsyncGenerator<SourceLine> {
    this.reads += 1;
    yield* this.all;
    if (this.fault) throw this.fault;
  }
}

/** Keeps what it is told, in the order in which it was told. */
class FakeImport implements ImportRuns, ImportRun {
  readonly steps: string[] = [];
  readonly batches: Batch[] = [];
  beginOptions: Parameters<ImportRuns['begin']>[1] | null = null;

  constructor(
    readonly now: Date,
    readonly staged: StagedTotals | null = null,
    private readonly changes: ChangedIds = { pin: ['1'] },
  ) {}

  begin(_scope: WriterScope, options: Parameters<ImportRuns['begin']>[1]): Promise<ImportRun> {
    this.beginOptions = options;
    return Promise.resolve(this);
  }
  stageBatch = async (slice: Batch) => void (this.batches.push(slice), this.steps.push('stage'));
  seal = async ({ lines, rejected }: StagedTotals) => void this.steps.push(`seal ${lines} ${rejected}`);
  discard = async ({ lines, rejected }: StagedTotals) => void this.steps.push(`refuse ${lines} ${rejected}`);
  finish = async () => void this.steps.push('finish');
  changedIds = () => Promise.resolve(this.changes);
  apply = (): Promise<AppliedChanges> => {
    this.steps.push('apply');
    return Promise.resolve({ inserted: 1, updated: 2, series: 3 });
  };
}

const goodLine = (line: number, _id = `${line}`): SourceLine => ({ line, record: { _id, saves: 1 } });
const badLine = (line: number): SourceLine => ({ line, record: { _id: `${line}`, saves: -1 } });

async function runImport(source: CatalogSource, importRuns: FakeImport, overrides: Partial<ImportSettings> = {}) {
  const rejects: string[] = [];
  const changes: ChangedIds[] = [];
  const watch: ImportObserver = {
    onReject: (line, { field }) => rejects.push(`${line} ${field}`),
    onProgress: () => undefined,
    onWait: () => undefined,
  };
  const importer = new ImportCatalog(
    importRuns,
    { now: () => NOW },
    new FakeWriteLock(),
    async (_scope, touched) => void changes.push(touched),
  );
  const settings: ImportSettings = { kind: 'pins', maxRejectedShare: 0.05, stopOnReject: false, ...overrides };
  return { result: await importer.importSource(source, settings, watch), rejects, grown: changes, settings, watch };
}

describe('importing', () => {
  it('stages everything, then applies it, then what depends on it, then ends', async () => {
    const intake = new FakeImport(NOW);
    const { result, grown } = await runImport(new LinesSource([goodLine(1), goodLine(2), goodLine(3)]), intake, { batchLines: 2 });
    expect(intake.steps).toEqual(['stage', 'stage', 'seal 3 0', 'apply', 'finish']);
    expect(intake.batches.map((slice) => slice.pin.length)).toEqual([2, 1]);
    expect(grown).toEqual([{ pin: ['1'] }]);
    expect(result).toEqual({ lines: 3, rejected: 0, inserted: 1, updated: 2, series: 3, outcome: 'applied', reason: null, resumed: false });
  });

  it('computes nothing when nothing was touched', async () => {
    expect((await runImport(new LinesSource([goodLine(1)]), new FakeImport(NOW, null, {}))).grown).toEqual([]);
  });

  it('leaves bad lines out, and names them, as long as they are few', async () => {
    const lines = [...Array.from({ length: 18 }, (_, index) => goodLine(index + 1)), badLine(19), goodLine(20)];
    const intake = new FakeImport(NOW);
    const { result, rejects } = await runImport(new LinesSource(lines), intake);
    expect([result.outcome, result.rejected, rejects]).toEqual(['applied', 1, ['19 saves']]);
    expect(intake.steps).toContain('seal 20 1');
  });

  it('applies nothing when they are many', async () => {
    const intake = new FakeImport(NOW);
    const { result } = await runImport(new LinesSource([goodLine(1), badLine(2), { line: 3, fault: 'is not JSON' }]), intake);
    expect(intake.steps).toEqual(['stage', 'refuse 3 2']);
    expect(result).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('66.7 %'), inserted: 0 });
  });

  it('stops at the first bad line where that is asked for', async () => {
    const intake = new FakeImport(NOW);
    const { result, rejects } = await runImport(new LinesSource([goodLine(1), badLine(2), badLine(3)]), intake, {
      stopOnReject: true,
      maxRejectedShare: 1,
    });
    expect([result.outcome, result.lines, rejects]).toEqual(['refused', 2, ['2 saves']]);
    expect(intake.steps).toEqual(['stage', 'refuse 2 1']);
  });

  it('applies nothing of a source that cannot be read to its end', async () => {
    const intake = new FakeImport(NOW);
    await expect(runImport(new LinesSource([goodLine(1)], new UnreadableSource('cut off')), intake)).rejects.toThrow('cut off');
    expect(intake.steps).toEqual(['refuse 0 0']);
  });

  it('goes on without reading again when everything was staged', async () => {
    const source = new LinesSource([goodLine(1)]);
    const intake = new FakeImport(FIRST, { lines: 9, rejected: 5 });
    const { result } = await runImport(source, intake);
    expect([source.reads, intake.steps]).toEqual([0, ['apply', 'finish']]);
    expect(result).toMatchObject({ outcome: 'applied', lines: 9, rejected: 5, resumed: true });
  });

  it('takes the time of the run for crawls that name none, or the one that is given', async () => {
    const importedCrawlTime = async (more: Partial<ImportSettings>) => {
      const importRuns = new FakeImport(FIRST);
      await runImport(new LinesSource([goodLine(1)]), importRuns, more);
      return importRuns.batches[0]?.pin[0]?.last_crawled_at;
    };
    expect(await importedCrawlTime({})).toBe(FIRST.getTime());
    expect(await importedCrawlTime({ crawledAt: NOW })).toBe(NOW.getTime());
  });

  it('is known by content and by what changes its meaning', async () => {
    const fingerprintOf = async (more: Partial<ImportSettings>) => {
      const importRuns = new FakeImport(NOW);
      await runImport(new LinesSource([]), importRuns, more);
      return importRuns.beginOptions?.fingerprint;
    };
    const prints = await Promise.all([
      fingerprintOf({}),
      fingerprintOf({ kind: 'boards' }),
      fingerprintOf({ round: true }),
      fingerprintOf({ as: 'pin' }),
      fingerprintOf({ metrics: { a: 'saves' } }),
    ]);
    expect(new Set(prints).size).toBe(5);
    expect(await fingerprintOf({ maxRejectedShare: 1 })).toBe(prints[0]);
  });

  it('is rehearsed without a catalogue', async () => {
    const rejects: number[] = [];
    const watch: ImportObserver = { onReject: (line) => rejects.push(line), onProgress: () => undefined, onWait: () => undefined };
    const settings: ImportSettings = { kind: 'pins', maxRejectedShare: 0.4, stopOnReject: false };
    expect(await dryRunImport(new LinesSource([goodLine(1), badLine(2)]), settings, NOW, watch)).toMatchObject({
      outcome: 'refused',
      lines: 2,
      rejected: 1,
    });
    expect(
      await dryRunImport(new LinesSource([goodLine(1), badLine(2)]), { ...settings, maxRejectedShare: 0.5 }, NOW, watch),
    ).toMatchObject({
      outcome: 'applied',
    });
    expect(rejects).toEqual([2, 2]);
  });
});
