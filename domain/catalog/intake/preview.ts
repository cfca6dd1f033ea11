import { type Column, columns } from '#domain/catalog/columns';
import type { ImportPreview } from '#domain/catalog/intake/contract';
import { byFieldOrder } from '#domain/catalog/intake/field-names';
import type { FileKind, ParsedLine, Reject } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { dayLabel, dayOf } from '#domain/days';
import { oneDecimal, wholeNumber } from '#domain/numbers';

/** How much of a file a preview looks at. */
export const MAX_PREVIEWED_ROWS = 10_000;

/** A row as it will be read: what its fields are, without unknown ones. */
type ShownRow = Readonly<Record<string, string>>;

const MAX_SHOWN_LENGTH = 120;

/** Shortens a value for a preview. */
export const shownText = (value: string): string => (value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH - 1)}…` : value);

const shownTime = (ms: number): string => dayLabel(dayOf(new Date(ms)));

/** Notes show as columns; whether a row can be found says nothing about a file. */
const unshownFields = new Set(['notes', 'searchable']);

/** The fields of a row of the catalog; `now` is the time that rows without one get. */
export function shownCatalogRow({ entity, row }: Exclude<ParsedLine, { rejects: unknown }>, kind: FileKind, now: Date): ShownRow {
  const shown: Record<string, string> = { _id: row._id };
  const entityColumns: Readonly<Record<string, Column>> = columns[entity];
  for (const [field, value] of Object.entries(row.fields)) {
    if (value === null || unshownFields.has(field) || (Array.isArray(value) && value.length === 0)) continue;
    const isTime = entityColumns[field]?.kind === 'time' && typeof value === 'number';
    shown[field] = isTime ? shownTime(value) : shownText(Array.isArray(value) ? value.join(', ') : String(value));
  }
  for (const [index, metric] of countsOf[entity].entries()) {
    const count = row.points.at(-1)?.counts[index];
    if (typeof count === 'number') shown[metric] = String(count);
  }
  if (kind === 'series') shown['points'] = String(row.points.length);
  else if (row.last_crawled_at !== null && row.last_crawled_at !== now.getTime()) shown['last_crawled_at'] = shownTime(row.last_crawled_at);
  return shown;
}

/** What was counted in the beginning of a file. */
export interface PreviewCounts {
  readonly kind: FileKind;
  /** The lines that an import would count. */
  readonly lines: number;
  readonly rejected: number;
  /** How many lines have a value, by field. */
  readonly fieldCounts: Readonly<Record<string, number>>;
  /** The share of rejected lines up to which a file is imported. */
  readonly maxRejectedShare: number;
  /** The day of numbers whose row has none. */
  readonly fallbackDay: string;
  /** Series: what their lines call the metrics that would all become the same. */
  readonly mergedMetrics: Iterable<string>;
}

/** Below this share of the rows, what a field is for works for few of them. */
const THIN_SHARE = 0.5;

/** What a field is for: what is missing where few rows have it. */
const consequences: Readonly<Partial<Record<FileKind, readonly (readonly [field: string, name: string, consequence: string])[]>>> = {
  boards: [
    ['follower_count', 'followers', 'growth lists will be thin'],
    ['name', 'a name', 'the others are named after their description or owner'],
    ['pinner_username', 'an owner', 'influencers will show few of their boards'],
    ['image_url', 'a picture', 'the others show a letter instead'],
  ],
  pinners: [
    ['follower_count', 'followers', 'growth lists will be thin'],
    ['username', 'a username', 'the others are named after their ID'],
    ['image_url', 'a picture', 'the others show a letter instead'],
  ],
  pins: [
    ['saves', 'saves', 'growth lists will be thin'],
    ['name', 'a title', 'the others are named after their description or destination'],
    ['board_id', 'a board', 'boards will show few of their pins'],
    ['image_url', 'a picture', 'the others show a letter instead'],
  ],
  interest: [
    ['volume', 'a search volume', 'keywords cannot be compared by it'],
    ['points', 'a curve over time', '“Publish by” needs one'],
  ],
};

/** `2.7%`. A share that rounds to 0% or 100% and is neither says so. */
export function sharePercent(part: number, whole: number): string {
  const percent = oneDecimal((part / whole) * 100);
  if (percent === 0 && part > 0) return `less than ${wholeNumber(0.1)}%`;
  return percent === 100 && part < whole ? `more than ${wholeNumber(99.9)}%` : `${wholeNumber(percent)}%`;
}

/** Whether the whole of a file was read and nothing of it would be imported: no row can be used, or more are rejected than may be. */
export const hasNothingToImport = ({
  is_whole_file: isWhole,
  lines,
  rejected,
  options,
}: Pick<ImportPreview, 'is_whole_file' | 'lines' | 'rejected' | 'options'>): boolean =>
  isWhole && (lines === rejected || rejected / lines > options.max_bad);

/** What the beginning of a file means for the product, one sentence each; empty if nothing is missing. */
export function previewFindings(counts: PreviewCounts): string[] {
  const { kind, lines, rejected, fieldCounts, maxRejectedShare, fallbackDay } = counts;
  const accepted = lines - rejected;
  const findings: string[] = [];
  if (accepted === 0) return [lines === 0 ? 'It has no rows: nothing would be imported' : 'No row can be used: nothing would be imported'];
  if (rejected / lines > maxRejectedShare)
    findings.push(
      `${sharePercent(rejected, lines)} of the rows cannot be used, more than ${sharePercent(maxRejectedShare, 1)}: nothing would be imported`,
    );
  const metrics = [...counts.mergedMetrics].map((metric) => (metric === '' ? 'an unnamed metric' : `“${shownText(metric)}”`));
  if (metrics.length > 1)
    findings.push(
      `Its rows count ${new Intl.ListFormat('en').format(metrics)}: as one count, the later row wins on each day. Import a file of each`,
    );
  for (const [field, name, consequence] of consequences[kind] ?? []) {
    const count = fieldCounts[field] ?? 0;
    if (count / accepted >= THIN_SHARE) continue;
    findings.push(
      count === 0 ? `No row has ${name}: ${consequence}` : `${sharePercent(count, accepted)} of the rows have ${name}: ${consequence}`,
    );
  }
  const hasReadings = kind === 'boards' || kind === 'pinners' || kind === 'pins';
  if (hasReadings && (fieldCounts['last_crawled_at'] ?? 0) < accepted)
    findings.push(
      `${fieldCounts['last_crawled_at'] ? 'Some rows do not say when their' : 'No row says when its'} numbers were read: they count as of ${fallbackDay}`,
    );
  return findings;
}

/** Counts what an import would read. */
export class PreviewTally {
  lines = 0;
  rejected = 0;
  readonly fieldCounts: Record<string, number> = {};
  readonly rows: ShownRow[] = [];
  readonly rejects: ({ readonly line: number } & Reject)[] = [];
  readonly mergedMetrics = new Set<string>();

  /** `maxRows` and `maxRejects` are how many are kept to be shown. */
  constructor(
    private readonly maxRows: number,
    private readonly maxRejects: number,
  ) {}

  accept(row: ShownRow): void {
    this.lines += 1;
    for (const field of Object.keys(row)) this.fieldCounts[field] = (this.fieldCounts[field] ?? 0) + 1;
    if (this.rows.length < this.maxRows) this.rows.push(row);
  }

  reject(line: number, rejects: readonly Reject[]): void {
    this.lines += 1;
    this.rejected += 1;
    for (const reject of rejects) if (this.rejects.length < this.maxRejects) this.rejects.push({ line, ...reject });
  }

  /** How many lines have each field. */
  fieldsInOrder(): { readonly field: string; readonly lines: number }[] {
    return Object.entries(this.fieldCounts)
      .map(([field, lines]) => ({ field, lines }))
      .toSorted((one, other) => byFieldOrder(one.field, other.field));
  }
}
