import { Injectable } from '@nestjs/common';
import type { Applied, CatalogIntake, IntakeRun, StagedTotals, Touched } from '#domain/catalog/catalog-intake';
import type { CatalogSource, SourceLine } from '#domain/catalog/catalog-source';
import type { IntakeKind, IntakeOptions, Reject, Understood } from '#domain/catalog/intake';
import { understand } from '#domain/catalog/intake-record';
import { SliceGatherer } from '#domain/catalog/intake-slices';
import type { Clock } from '#domain/clock';

/** Whoever may write the catalogue does it alone. */
export interface Writer {
  asWriter<T>(work: () => Promise<T>, onWait?: () => void): Promise<T>;
}

export interface ImportSettings extends Omit<IntakeOptions, 'now'> {
  readonly kind: IntakeKind;
  /** The share of lines, 0 to 1, that may be rejected; with more nothing is applied. */
  readonly maxBad: number;
  /** Stop at the first rejected line and apply nothing. */
  readonly stopOnReject: boolean;
  /** The time of crawls that name none; the time of the import when not given. */
  readonly crawledAt?: Date | undefined;
}

export interface ImportWatch {
  onReject(line: number, reject: Reject): void;
  /** `share` is 0 to 1, null where it is unknown; `lines` counts those read so far. */
  onProgress(phase: 'reading' | 'applying' | 'growth', share: number | null, lines: number): void;
  onWait(): void;
}

export interface ImportResult extends StagedTotals, Applied {
  readonly outcome: 'applied' | 'refused';
  /** Why nothing was applied. */
  readonly reason: string | null;
  /** Taken up where an earlier, interrupted import of the same file stopped. */
  readonly resumed: boolean;
}

const untouched: Applied = { inserted: 0, updated: 0, series: 0 };

/** Brings a source into the catalogue, all of it or, with too many bad lines, nothing. */
@Injectable()
export class ImportCatalog {
  constructor(
    private readonly intake: CatalogIntake,
    private readonly clock: Clock,
    private readonly writer: Writer,
    /** Recomputes what depends on the touched rows; `onProgress` gets 0 to 1. */
    private readonly afterImport: (touched: Touched, onProgress: (share: number) => void) => Promise<void>,
  ) {}

  /** Reads and judges every line, and changes nothing. */
  async rehearse(source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<ImportResult> {
    const totals = await this.#read(source, settings, settings.crawledAt ?? this.clock.now(), watch, () => Promise.resolve());
    return this.#verdict(totals, settings) ?? { ...totals, ...untouched, outcome: 'applied', reason: null, resumed: false };
  }

  /** Imports the source. Interrupted at any moment, the same call goes on; done twice, the second changes nothing. */
  run(source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<ImportResult> {
    return this.writer.asWriter(
      () => this.#import(source, settings, watch),
      () => watch.onWait(),
    );
  }

  async #import(source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<ImportResult> {
    const { kind, as, round, metrics, crawledAt } = settings;
    const options = JSON.stringify([as ?? null, round ?? false, Object.entries(metrics ?? {}).sort(), crawledAt ?? null]);
    const fingerprint = `${await source.fingerprint()} ${kind} ${options}`;
    const run = await this.intake.begin({ kind, source: source.name, fingerprint, now: this.clock.now() });
    const totals = run.staged ?? (await this.#stage(run, source, settings, watch));
    const refused = this.#verdict(totals, settings);
    if (refused && run.staged === null) {
      await run.refuse(totals);
      return refused;
    }
    if (run.staged === null) await run.seal(totals);
    const applied = await run.apply((share) => watch.onProgress('applying', share, totals.lines));
    const touched = await run.touched();
    if (Object.keys(touched).length > 0) await this.afterImport(touched, (share) => watch.onProgress('growth', share, totals.lines));
    await run.finish();
    return { ...totals, ...applied, outcome: 'applied', reason: null, resumed: run.staged !== null };
  }

  async #stage(run: IntakeRun, source: CatalogSource, settings: ImportSettings, watch: ImportWatch): Promise<StagedTotals> {
    const slices = new SliceGatherer();
    const none = { lines: 0, rejected: 0 };
    try {
      const totals = await this.#read(source, settings, settings.crawledAt ?? run.now, watch, async (line) => {
        if (slices.add(line)) await run.stage(slices.take());
      });
      if (!slices.isEmpty) await run.stage(slices.take());
      return totals;
    } catch (error) {
      // The reason is worth more than a failure to clean up after it.
      await run.refuse(none).catch(() => undefined);
      throw error;
    }
  }

  async #read(
    source: CatalogSource,
    settings: ImportSettings,
    now: Date,
    watch: ImportWatch,
    take: (line: Extract<Understood, { row: unknown }>) => Promise<void>,
  ): Promise<StagedTotals> {
    let lines = 0;
    let rejected = 0;
    for await (const line of source.lines()) {
      lines += 1;
      const understood = this.#judge(line, settings, now);
      if ('row' in understood) await take(understood);
      else {
        rejected += 1;
        for (const reject of understood.rejects) watch.onReject(line.line, reject);
        if (settings.stopOnReject) break;
      }
      if (lines % 1_000 === 0) watch.onProgress('reading', source.progress(), lines);
    }
    watch.onProgress('reading', 1, lines);
    return { lines, rejected };
  }

  #judge(line: SourceLine, settings: ImportSettings, now: Date): Understood {
    if ('fault' in line) return { rejects: [{ field: 'line', reason: line.fault }] };
    return understand(settings.kind, line.record, { now, as: settings.as, round: settings.round, metrics: settings.metrics });
  }

  #verdict(totals: StagedTotals, settings: ImportSettings): ImportResult | null {
    const refusal = (reason: string): ImportResult => ({ ...totals, ...untouched, outcome: 'refused', reason, resumed: false });
    if (settings.stopOnReject && totals.rejected > 0) return refusal('a line was rejected, and --on-error stop asks to stop there');
    if (totals.lines === 0) return null;
    const share = totals.rejected / totals.lines;
    if (share <= settings.maxBad) return null;
    return refusal(`${(share * 100).toFixed(1)} % of the lines were rejected, more than the ${settings.maxBad * 100} % of --max-bad`);
  }
}
