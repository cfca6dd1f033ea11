import type { Applied, CatalogIntake, IntakeRun, StagedTotals, Touched } from '#domain/catalog/catalog-intake';
import type { CatalogSource } from '#domain/catalog/catalog-source';
import { SliceGatherer } from '#domain/catalog/intake-slices';
import type { Clock } from '#domain/clock';
import { type ImportSettings, type ImportWatch, readSource, refusal } from '#server/catalog/import/read-source';

/** Whoever may write the catalogue does it alone. */
export interface Writer {
  asWriter<T>(work: () => Promise<T>, onWait?: () => void): Promise<T>;
}

export interface ImportResult extends StagedTotals, Applied {
  readonly outcome: 'applied' | 'refused';
  /** Why nothing was applied. */
  readonly reason: string | null;
  /** Taken up where an earlier, interrupted import of the same file stopped. */
  readonly resumed: boolean;
}

const untouched = { inserted: 0, updated: 0, series: 0, resumed: false } as const;

/** Reads and judges every line of a source, and changes nothing. */
export async function rehearseImport(
  source: CatalogSource,
  settings: ImportSettings,
  now: Date,
  watch: ImportWatch,
): Promise<ImportResult> {
  const totals = await readSource(source, settings, settings.crawledAt ?? now, watch, () => Promise.resolve());
  const reason = refusal(totals, settings);
  return { ...totals, ...untouched, outcome: reason === null ? 'applied' : 'refused', reason };
}

/** Brings a source into the catalogue, all of it or, with too many bad lines, nothing. */
export class ImportCatalog {
  constructor(
    private readonly intake: CatalogIntake,
    private readonly clock: Clock,
    private readonly writer: Writer,
    /** Recomputes what depends on the touched rows; `onProgress` gets 0 to 1. */
    private readonly afterImport: (touched: Touched, onProgress: (share: number) => void) => Promise<void>,
  ) {}

  /** Imports the source. Interrupted at any moment, the same call goes on; done twice, the second changes nothing. */
  run(source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<ImportResult> {
    return this.writer.asWriter(
      () => this.#import(source, settings, watch),
      () => watch.onWait(),
    );
  }

  async #import(source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<ImportResult> {
    const { kind, as, round, metrics, crawledAt } = settings;
    const options = JSON.stringify([as ?? null, round ?? false, metrics ?? {}, crawledAt ?? null]);
    const fingerprint = `${await source.fingerprint()} ${kind} ${options}`;
    const run = await this.intake.begin({ kind, source: source.name, fingerprint, now: this.clock.now() });
    const totals = run.staged ?? (await this.#stage(run, source, settings, watch));
    if (run.staged === null) {
      const reason = refusal(totals, settings);
      if (reason !== null) {
        await run.refuse(totals);
        return { ...totals, ...untouched, outcome: 'refused', reason };
      }
      await run.seal(totals);
    }
    const applied = await run.apply((share) => watch.onProgress('applying', share, totals.lines));
    const touched = await run.touched();
    if (Object.keys(touched).length > 0) await this.afterImport(touched, (share) => watch.onProgress('growth', share, totals.lines));
    await run.finish();
    return { ...totals, ...applied, outcome: 'applied', reason: null, resumed: run.staged !== null };
  }

  async #stage(run: IntakeRun, source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<StagedTotals> {
    const slices = new SliceGatherer(settings.sliceLines);
    try {
      // While one slice is being set aside the next one is read.
      let staging: Promise<void> = Promise.resolve();
      const stage = async () => {
        await staging;
        staging = run.stage(slices.take());
        // Whoever waits for it next learns of a failure; until then it must not count as unhandled.
        staging.catch(() => undefined);
      };
      const totals = await readSource(source, settings, settings.crawledAt ?? run.now, watch, async (line) => {
        if (slices.add(line)) await stage();
      });
      if (!slices.isEmpty) await stage();
      await staging;
      return totals;
    } catch (error) {
      // The reason is worth more than a failure to clean up after it.
      await run.refuse({ lines: 0, rejected: 0 }).catch(() => undefined);
      throw error;
    }
  }
}
