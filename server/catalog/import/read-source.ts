import { type CatalogSource, type ImportOrigin, NO_ROWS, type StagedTotals } from '#domain/catalog/import/import-runs';
import type { RawRecord } from '#domain/catalog/import/field-reader';
import type { CatalogKind, ParseOptions, Reject, ParsedLine } from '#domain/catalog/import/import-row';
import { parseRecord } from '#domain/catalog/import/rows';

export interface ImportSettings extends Omit<ParseOptions, 'now'> {
  readonly kind: CatalogKind;
  readonly origin: ImportOrigin;
  /** The share of lines, 0 to 1, that may be rejected; with more, nothing is applied. */
  readonly maxRejectedShare: number;
  /** Stop at the first rejected line and apply nothing. */
  readonly stopOnReject: boolean;
  /** How long to wait for another writer, at most; as long as it takes if not set. */
  readonly maxWaitMs?: number | undefined;
  /** Lines per transaction; only tests change the default. */
  readonly batchLines?: number | undefined;
}

export interface ImportObserver {
  onReject(line: number, reject: Reject): void;
  /** `share` is 0 to 1, null if unknown; `lines` is the number of lines read so far. */
  onProgress(phase: 'reading' | 'applying' | 'growth', share: number | null, lines: number): void;
  onWait(): void;
  /** Called when all lines were read, before anything that comes of them is recorded: no later moment is sure to find the process alive. */
  onRead?(): Promise<void>;
}

type Rejected = Extract<ParsedLine, { rejects: unknown }>;
type AcceptedLine = Exclude<ParsedLine, Rejected>;

/** Takes a line; a promise makes the reader wait. */
type OnAccepted<Line> = (line: Line) => Promise<void> | undefined;

/** Identifies the content of a source and the options that it is read with. */
export async function fingerprintOf(source: CatalogSource, { kind, as, round, metrics, crawledAt }: ImportSettings): Promise<string> {
  const options = JSON.stringify([as ?? null, round ?? false, metrics ?? {}, crawledAt ?? null]);
  return `${await source.fingerprint()} ${kind} ${options}`;
}

/** Reads the rows of the catalog in a source. */
export function readSource(
  source: CatalogSource,
  settings: ImportSettings,
  now: Date,
  observer: ImportObserver,
  onAccepted: OnAccepted<AcceptedLine>,
): Promise<StagedTotals> {
  const { kind, as, round, metrics, crawledAt } = settings;
  const parse = (record: RawRecord) => parseRecord(kind, record, { now, crawledAt, as, round, metrics });
  return readLines<AcceptedLine>(source, parse, settings, observer, onAccepted);
}

/** Reads a source to its end, or to the first rejected line with `stopOnReject`. Accepted lines go to `onAccepted`, rejects to the observer. */
export async function readLines<Line extends { readonly row: unknown }>(
  source: CatalogSource,
  parse: (record: RawRecord) => Line | Rejected | { readonly isSkipped: true },
  settings: Pick<ImportSettings, 'stopOnReject'>,
  observer: ImportObserver,
  onAccepted: OnAccepted<Line>,
): Promise<StagedTotals> {
  let lines = 0;
  let rejected = 0;
  let skipped = 0;
  const mustStop = () => settings.stopOnReject && rejected > 0;
  for await (const group of source.lines()) {
    for (const line of group) {
      lines += 1;
      const parsed = 'fault' in line ? { rejects: [{ field: 'line', reason: line.fault }] } : parse(line.record);
      if ('row' in parsed) {
        const waiting = onAccepted(parsed);
        // Hardly any line makes a batch full, and even waiting for nothing takes time.
        if (waiting !== undefined) await waiting;
      } else if ('isSkipped' in parsed) skipped += 1;
      else {
        rejected += 1;
        for (const reject of parsed.rejects) observer.onReject(line.line, reject);
        if (mustStop()) break;
      }
      if (lines % 1_000 === 0) observer.onProgress('reading', source.progress(), lines);
    }
    if (mustStop()) break;
  }
  observer.onProgress('reading', 1, lines);
  await observer.onRead?.();
  return { lines, rejected, ...(skipped > 0 ? { skipped } : {}) };
}

/** Returns why a source must not be applied; null if it may be. */
export function refusalReason({ lines, rejected, skipped = 0 }: StagedTotals, settings: ImportSettings): string | null {
  if (settings.stopOnReject && rejected > 0) return 'a line was rejected, and --on-error stop asks to stop there';
  if (lines === 0) return NO_ROWS;
  const share = rejected / (lines - skipped);
  if (rejected === 0 || share <= settings.maxRejectedShare) return null;
  const accepted = Number((settings.maxRejectedShare * 100).toFixed(4));
  return `${(share * 100).toFixed(1)}% of the lines were rejected, more than the ${accepted}% that may be`;
}
