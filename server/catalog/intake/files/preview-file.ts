import { type SourceLine, UnreadableSource } from '#domain/catalog/import/import-runs';
import type { RawRecord } from '#domain/catalog/import/field-reader';
import type { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { mappableFieldsOf } from '#domain/catalog/import/formats/propose-mapping';
import { isDayName } from '#domain/catalog/import/formats/column-names';
import type { FormatName } from '#domain/catalog/import/formats/recognition';
import type { FileKind } from '#domain/catalog/import/import-row';
import { parseRecord } from '#domain/catalog/import/rows';
import { sourceMetricOf } from '#domain/catalog/import/series';
import { isMissing } from '#domain/catalog/import/text';
import type { ImportPreview } from '#domain/catalog/intake/contract';
import type { FileOptions } from '#domain/catalog/intake/endpoints';
import { MAX_PREVIEWED_ROWS, previewFindings, PreviewTally, shownCatalogRow, shownText } from '#domain/catalog/intake/preview';
import { dayOf, longDay } from '#domain/days';
import { parseInterest } from '#domain/keywords/interest/parse-interest';
import type { FileSource } from '#server/catalog/import/files/file-source';
import { type FileReading, recognizeFile } from '#server/catalog/import/files/recognize-file';
import { readingTime, RecognizedSource } from '#server/catalog/import/files/recognized-source';

/** With rows of usual length, more than `MAX_PREVIEWED_ROWS`; it bounds the time that any other file takes. */
const MAX_PREVIEWED_BYTES = 16 * 1024 ** 2;
const SHOWN_ROWS = 5;
const SHOWN_REJECTS = 20;

const emptyPreview: Omit<ImportPreview, 'options'> = {
  refusal: null,
  title: null,
  kind: null,
  encoding: null,
  separator: null,
  decimal_sign: null,
  header_row: null,
  has_editable_columns: false,
  fields: [],
  columns: [],
  row_count: 0,
  is_whole_file: true,
  lines: 0,
  rejected: 0,
  rejects: [],
  field_counts: [],
  rows: [],
  findings: [],
};

/** The formats whose columns are only proposed. */
const editableFormats: ReadonlySet<FormatName> = new Set(['table', 'records', 'mapped-records']);

/** Whether administrators may say what the columns of a file become. */
export const hasEditableColumns = ({ recognition }: FileReading): boolean => editableFormats.has(recognition.format);

/** What a column of rows of this kind may become. */
export const usesOf = (kind: FileKind, name: string): readonly string[] => [
  ...mappableFieldsOf(kind),
  ...(kind === 'interest' && isDayName(name) ? ['day'] : []),
  'note',
  'ignored',
];

/** What the rows of a file are, and where they come from. */
interface PreviewedRows {
  readonly kind: FileKind;
  readonly source: RecognizedSource;
  readonly columnCount: number;
  /** The time of numbers whose row has none. */
  readonly time: Date;
  readonly now: Date;
}

/** Counts the record of a line, unless an import skips it. */
type CountRecord = (line: number, record: RawRecord) => void;

function counterOf({ kind, source, time, now }: PreviewedRows, { as, metric, round }: FileOptions, tally: PreviewTally): CountRecord {
  if (kind !== 'interest')
    return (line, record) => {
      const parsed = parseRecord(kind, record, { now, crawledAt: time, as, round, metrics: metric === undefined ? {} : { '*': metric } });
      if ('rejects' in parsed) return tally.reject(line, parsed.rejects);
      if (kind === 'series' && metric !== undefined) tally.mergedMetrics.add(sourceMetricOf(record));
      tally.accept(shownCatalogRow(parsed, kind, time));
    };
  return (line, record) => {
    const parsed = parseInterest(record, source.name, { now, round });
    if ('isSkipped' in parsed) return;
    if ('rejects' in parsed) return tally.reject(line, parsed.rejects);
    const { keyword, region, points, figures } = parsed.row;
    tally.accept({
      keyword,
      source: shownText(parsed.row.source),
      ...(region === null ? {} : { region }),
      ...(figures?.volume == null ? {} : { volume: String(figures.volume) }),
      ...(points.length === 0 ? {} : { points: String(points.length) }),
    });
  };
}

/** Counts the rows of a file's beginning. Returns whether that is the whole file. */
async function countRows(
  lines: AsyncIterable<Iterable<SourceLine>>,
  tally: PreviewTally,
  countRecord: CountRecord,
  isEnough: () => boolean,
): Promise<boolean> {
  for await (const group of lines)
    for (const line of group) {
      if ('fault' in line) tally.reject(line.line, [{ field: 'line', reason: line.fault }]);
      else countRecord(line.line, line.record);
      if (isEnough()) return false;
    }
  return true;
}

async function previewRows(previewed: PreviewedRows, head: FileSource, options: FileOptions) {
  const { kind, source, columnCount, time } = previewed;
  const tally = new PreviewTally(SHOWN_ROWS, SHOWN_REJECTS);
  const cellCounts = Array.from({ length: columnCount }, () => 0);
  let rows = 0;
  const onCells = (cells: readonly unknown[]) => {
    rows += 1;
    for (const [index, cell] of cells.entries()) if (!isMissing(cell)) cellCounts[index]! += 1;
  };
  const isWholeFile = await countRows(
    source.lines(onCells),
    tally,
    counterOf(previewed, options, tally),
    () => rows >= MAX_PREVIEWED_ROWS,
  ).catch((error: unknown) => {
    if (!head.isCut || tally.lines === 0) throw error;
    return false;
  });
  const { lines, rejected, rejects, rows: shownRows, fieldCounts, mergedMetrics } = tally;
  const fallbackDay = longDay(dayOf(time));
  return {
    kind,
    cellCounts,
    row_count: rows,
    is_whole_file: isWholeFile,
    lines,
    rejected,
    rejects,
    rows: shownRows,
    field_counts: tally.fieldsInOrder(),
    findings: previewFindings({ kind, lines, rejected, fieldCounts, maxRejectedShare: options.max_bad, fallbackDay, mergedMetrics }),
  };
}

/** Reads the beginning of a received file as its import would read it. */
export async function previewFile(
  file: FileSource,
  options: FileOptions,
  mappings: Pick<HeaderMappings, 'findMapping'>,
  now: Date,
): Promise<ImportPreview> {
  const { as = null, metric = null, max_bad, modified_at: modifiedAt } = options;
  const empty: ImportPreview = { options: { as, metric, max_bad }, ...emptyPreview };
  const head = file.head(MAX_PREVIEWED_BYTES);
  try {
    const reading = await recognizeFile(head, mappings, { kind: options.kind });
    if ('refusal' in reading) return { ...empty, refusal: reading.refusal, has_editable_columns: reading.isKindUnknown ?? false };
    const { recognition, layout } = reading;
    const { kind, columns } = recognition;
    const source = new RecognizedSource(head, reading, file.modifiedAt);
    const time = readingTime(reading, file.modifiedAt) ?? (modifiedAt === undefined ? now : new Date(modifiedAt));
    const { cellCounts, ...found } = await previewRows({ kind, source, columnCount: columns.length, time, now }, head, options);
    return {
      ...empty,
      ...found,
      title: recognition.region === null ? recognition.title : `${recognition.title}, ${recognition.region}`,
      encoding: layout.encoding,
      separator: 'separator' in layout ? layout.separator : null,
      decimal_sign: recognition.decimalSign,
      header_row: recognition.headerIndex === null ? null : recognition.headerIndex + 1,
      has_editable_columns: options.kind === undefined && hasEditableColumns(reading),
      fields: mappableFieldsOf(kind),
      columns: columns.map(({ name, use }, index) => ({ name, use, rows: cellCounts[index]! })),
    };
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return { ...empty, refusal: error.message };
  }
}
