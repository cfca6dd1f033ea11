import type { Applied, CatalogIntake, IntakeRun, Slice, StagedTotals, Touched } from '#domain/catalog/catalog-intake';
import { UnreadableSource } from '#domain/catalog/catalog-intake';
import { CatalogSource, type SourceLine } from '#domain/catalog/catalog-source';
import { ImportCatalog, rehearseImport } from '#server/catalog/import/import-catalog';
import type { ImportSettings, ImportWatch } from '#server/catalog/import/read-source';

const NOW = new Date('2026-03-01T12:00:00Z');
const FIRST = new Date('2026-02-01T12:00:00Z');

class Lines extends CatalogSource {
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
class MemoryIntake implements CatalogIntake, IntakeRun {
  readonly steps: string[] = [];
  readonly slices: Slice[] = [];
  wanted: Parameters<CatalogIntake['begin']>[0] | null = null;

  constructor(
    readonly now: Date,
    readonly staged: StagedTotals | null = null,
    private readonly changed: Touched = { pin: ['1'] },
  ) {}

  begin(wanted: Parameters<CatalogIntake['begin']>[0]): Promise<IntakeRun> {
    this.wanted = wanted;
    return Promise.resolve(this);
  }
  stage = async (slice: Slice) => void (this.slices.push(slice), this.steps.push('stage'));
  seal = async ({ lines, rejected }: StagedTotals) => void this.steps.push(`seal ${lines} ${rejected}`);
  refuse = async ({ lines, rejected }: StagedTotals) => void this.steps.push(`refuse ${lines} ${rejected}`);
  finish = async () => void this.steps.push('finish');
  touched = () => Promise.resolve(this.changed);
  apply = (): Promise<Applied> => {
    this.steps.push('apply');
    return Promise.resolve({ inserted: 1, updated: 2, series: 3 });
  };
}

const good = (line: number, _id = `${line}`): SourceLine => ({ line, record: { _id, saves: 1 } });
const bad = (line: number): SourceLine => ({ line, record: { _id: `${line}`, saves: -1 } });

async function bring(source: CatalogSource, intake: MemoryIntake, more: Partial<ImportSettings> = {}) {
  const rejects: string[] = [];
  const grown: Touched[] = [];
  const watch: ImportWatch = {
    onReject: (line, { field }) => rejects.push(`${line} ${field}`),
    onProgress: () => undefined,
    onWait: () => undefined,
  };
  const importer = new ImportCatalog(
    intake,
    { now: () => NOW },
    { asWriter: (work) => work() },
    async (touched) => void grown.push(touched),
  );
  const settings: ImportSettings = { kind: 'pins', maxBad: 0.05, stopOnReject: false, ...more };
  return { result: await importer.run(source, settings, watch), rejects, grown, settings, watch };
}

describe('importing', () => {
  it('stages everything, then applies it, then what depends on it, then ends', async () => {
    const intake = new MemoryIntake(NOW);
    const { result, grown } = await bring(new Lines([good(1), good(2), good(3)]), intake, { sliceLines: 2 });
    expect(intake.steps).toEqual(['stage', 'stage', 'seal 3 0', 'apply', 'finish']);
    expect(intake.slices.map((slice) => slice.pin.length)).toEqual([2, 1]);
    expect(grown).toEqual([{ pin: ['1'] }]);
    expect(result).toEqual({ lines: 3, rejected: 0, inserted: 1, updated: 2, series: 3, outcome: 'applied', reason: null, resumed: false });
  });

  it('computes nothing when nothing was touched', async () => {
    expect((await bring(new Lines([good(1)]), new MemoryIntake(NOW, null, {}))).grown).toEqual([]);
  });

  it('leaves bad lines out, and names them, as long as they are few', async () => {
    const lines = [...Array.from({ length: 18 }, (_, place) => good(place + 1)), bad(19), good(20)];
    const intake = new MemoryIntake(NOW);
    const { result, rejects } = await bring(new Lines(lines), intake);
    expect([result.outcome, result.rejected, rejects]).toEqual(['applied', 1, ['19 saves']]);
    expect(intake.steps).toContain('seal 20 1');
  });

  it('applies nothing when they are many', async () => {
    const intake = new MemoryIntake(NOW);
    const { result } = await bring(new Lines([good(1), bad(2), { line: 3, fault: 'is not JSON' }]), intake);
    expect(intake.steps).toEqual(['stage', 'refuse 3 2']);
    expect(result).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('66.7 %'), inserted: 0 });
  });

  it('stops at the first bad line where that is asked for', async () => {
    const intake = new MemoryIntake(NOW);
    const { result, rejects } = await bring(new Lines([good(1), bad(2), bad(3)]), intake, { stopOnReject: true, maxBad: 1 });
    expect([result.outcome, result.lines, rejects]).toEqual(['refused', 2, ['2 saves']]);
    expect(intake.steps).toEqual(['stage', 'refuse 2 1']);
  });

  it('applies nothing of a source that cannot be read to its end', async () => {
    const intake = new MemoryIntake(NOW);
    await expect(bring(new Lines([good(1)], new UnreadableSource('cut off')), intake)).rejects.toThrow('cut off');
    expect(intake.steps).toEqual(['refuse 0 0']);
  });

  it('goes on without reading again when everything was staged', async () => {
    const source = new Lines([good(1)]);
    const intake = new MemoryIntake(FIRST, { lines: 9, rejected: 5 });
    const { result } = await bring(source, intake);
    expect([source.reads, intake.steps]).toEqual([0, ['apply', 'finish']]);
    expect(result).toMatchObject({ outcome: 'applied', lines: 9, rejected: 5, resumed: true });
  });

  it('takes the time of the run for crawls that name none, or the one that is given', async () => {
    const crawled = async (more: Partial<ImportSettings>) => {
      const intake = new MemoryIntake(FIRST);
      await bring(new Lines([good(1)]), intake, more);
      return intake.slices[0]?.pin[0]?.last_crawled_at;
    };
    expect(await crawled({})).toBe(FIRST.getTime());
    expect(await crawled({ crawledAt: NOW })).toBe(NOW.getTime());
  });

  it('is known by content and by what changes its meaning', async () => {
    const print = async (more: Partial<ImportSettings>) => {
      const intake = new MemoryIntake(NOW);
      await bring(new Lines([]), intake, more);
      return intake.wanted?.fingerprint;
    };
    const prints = await Promise.all([
      print({}),
      print({ kind: 'boards' }),
      print({ round: true }),
      print({ as: 'pin' }),
      print({ metrics: { a: 'saves' } }),
    ]);
    expect(new Set(prints).size).toBe(5);
    expect(await print({ maxBad: 1 })).toBe(prints[0]);
  });

  it('is rehearsed without a catalogue', async () => {
    const rejects: number[] = [];
    const watch: ImportWatch = { onReject: (line) => rejects.push(line), onProgress: () => undefined, onWait: () => undefined };
    const settings: ImportSettings = { kind: 'pins', maxBad: 0.4, stopOnReject: false };
    expect(await rehearseImport(new Lines([good(1), bad(2)]), settings, NOW, watch)).toMatchObject({
      outcome: 'refused',
      lines: 2,
      rejected: 1,
    });
    expect(await rehearseImport(new Lines([good(1), bad(2)]), { ...settings, maxBad: 0.5 }, NOW, watch)).toMatchObject({
      outcome: 'applied',
    });
    expect(rejects).toEqual([2, 2]);
  });
});
