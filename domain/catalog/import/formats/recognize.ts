import type { FileKind } from '#domain/catalog/import/import-row';
import { conceptOf, isDayName, normalizeColumnName } from '#domain/catalog/import/formats/column-names';
import {
  findKnownFormat,
  isBulkCreateHeader,
  isGoogleTrendsHeader,
  isOwnKeywordHeader,
  isOwnListHeader,
  type KnownFormat,
  namesOf,
  ownKeywords,
  trendsRegionOf,
} from '#domain/catalog/import/formats/known-formats';
import { countKnownNames, proposeMapping } from '#domain/catalog/import/formats/propose-mapping';
import type { ColumnMapping, FileSample, MappedColumn, Outcome, Recognition, Refusal } from '#domain/catalog/import/formats/recognition';
import { decimalSignOf } from '#domain/catalog/import/formats/written-numbers';
import type { RawRecord } from '#domain/catalog/import/field-reader';

/** How many rows the header is looked for in. */
export const MAX_HEADER_ROWS = 30;

/** A table with more columns is no table of rows. */
const MAX_COLUMNS = 1_000;

const BULK_CREATE =
  'This is Pinterest’s file for creating pins: it lists pins to publish, which have no address and no counts yet. There is nothing in it to import.';
const OWN_KEYWORDS =
  'These are keywords that were counted in a catalog. Import the pins that they were counted from; only volumes can be imported from this list.';
const UNKNOWN: Refusal = {
  isKindUnknown: true,
  refusal: 'No column says what the rows are: pins, boards, influencers, or keywords. Name the kind, or the columns.',
};

/** What an administrator chose for files with this header, or said about this file. */
export interface RecognitionHints {
  readonly mapping?: ColumnMapping | null;
  readonly kind?: FileKind | undefined;
}

type Table = readonly (readonly string[])[];

const kindOutcomes: Readonly<Record<FileKind, readonly Outcome[]>> = {
  boards: ['boards', 'pinners', 'readings'],
  pinners: ['pinners', 'readings'],
  pins: ['pins', 'readings'],
  series: ['readings'],
  interest: [],
};

/** What a table of no known tool adds. */
function outcomesOf(kind: FileKind, columns: readonly MappedColumn[]): Outcome[] {
  const uses = new Set(columns.map(({ use }) => use));
  const outcomes: Outcome[] = [...kindOutcomes[kind]];
  if (kind === 'pins' && (uses.has('board_url') || uses.has('board_id'))) outcomes.push('boards');
  if (kind === 'interest' && (uses.has('day') || uses.has('value') || uses.has('curve') || uses.has('points')))
    outcomes.push('search interest');
  if (uses.has('volume')) outcomes.push('volumes');
  if (uses.has('note')) outcomes.push('notes');
  return outcomes;
}

/** The index of the header: that of a known format, else the row with the most known names. */
function findHeaderIndex(rows: Table): number {
  const candidates = rows.slice(0, MAX_HEADER_ROWS);
  const known = candidates.findIndex(
    (row) => isGoogleTrendsHeader(row) || findKnownFormat(namesOf(row)) !== undefined || isBulkCreateHeader(namesOf(row)),
  );
  if (known >= 0) return known;
  const counts = candidates.map(countKnownNames);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

const columnsBy = (header: readonly string[], useOf: (name: string) => string): MappedColumn[] =>
  header.map((name) => ({ name, use: useOf(name) }));

/** Pinterest Trends in any language: a keyword and its changes. */
const isTrendsHeader = (header: readonly string[]): boolean =>
  header.some((name) => conceptOf(name) === 'keyword') && header.filter((name) => conceptOf(name) === 'change').length >= 2;

const trendsUse = (name: string): string =>
  isDayName(name) ? 'day' : conceptOf(name) === 'keyword' ? 'keyword' : name.trim() === '' ? 'ignored' : 'note';

/** The day of a reading in our lists is that of the main count; growth, scores, and checks are computed again. */
function ownListColumns(header: readonly string[], rows: Table, kind: FileKind): MappedColumn[] {
  const proposed = proposeMapping(header, rows, kind)?.columns;
  const mainCount = kind === 'pins' ? 'saves read on' : 'followers read on';
  return columnsBy(header, (name) => {
    if (normalizeColumnName(name) === mainCount) return 'last_crawled_at';
    const use = proposed?.find((column) => column.name === name)?.use ?? 'ignored';
    return use === 'note' || name === 'title' ? 'ignored' : use;
  });
}

type Part = Omit<Recognition, 'headerIndex' | 'decimalSign'>;

function recognizeOwn(header: readonly string[], rows: Table): Part | Refusal | null {
  const names = namesOf(header);
  if (isOwnListHeader(names)) {
    const kind: FileKind = names.has('saves') ? 'pins' : names.has('profile views') ? 'pinners' : 'boards';
    return {
      format: 'corklight-list',
      title: `List of ${kind === 'pinners' ? 'influencers' : kind}`,
      source: null,
      kind,
      columns: ownListColumns(header, rows, kind),
      outcomes: kindOutcomes[kind],
      region: null,
    };
  }
  if (!isOwnKeywordHeader(names)) return null;
  return names.has('volume') ? partOf(ownKeywords, header) : { refusal: OWN_KEYWORDS };
}

function partOf({ format, title, source, kind, outcomes, uses, others }: KnownFormat, header: readonly string[]): Part {
  const columns = columnsBy(header, (name) => uses[normalizeColumnName(name)] ?? (name.trim() === '' ? 'ignored' : others));
  return { format, title, source, kind, outcomes, columns, region: null };
}

function recognizeTool(header: readonly string[], preamble: Table): Part | null {
  const trends = { kind: 'interest', region: null } as const;
  if (isTrendsHeader(header)) {
    const columns = columnsBy(header, trendsUse);
    const region = trendsRegionOf(preamble.map((row) => row.join(',')).join('\n'));
    const title = 'Pinterest Trends';
    return { ...trends, format: 'pinterest-trends', title, source: title, columns, outcomes: outcomesOf('interest', columns), region };
  }
  if (isGoogleTrendsHeader(header)) {
    const columns = header.map((name, index): MappedColumn => ({ name, use: index === 0 ? 'date' : 'curve' }));
    const title = 'Google Trends';
    return { ...trends, format: 'google-trends', title, source: title, columns, outcomes: ['search interest'] };
  }
  const known = findKnownFormat(namesOf(header));
  return known ? partOf(known, header) : null;
}

/** A mapping for a header with the same names, whatever its days are. */
function applyMapping(header: readonly string[], { kind, columns }: ColumnMapping): ColumnMapping {
  const uses = new Map(columns.map(({ name, use }) => [normalizeColumnName(name), use]));
  return {
    kind,
    columns: columnsBy(header, (name) =>
      kind === 'interest' && isDayName(name) ? 'day' : (uses.get(normalizeColumnName(name)) ?? 'note'),
    ),
  };
}

function recognizeTable(rows: Table, { mapping, kind }: RecognitionHints): Recognition | Refusal {
  const headerIndex = findHeaderIndex(rows);
  const header = rows[headerIndex] ?? [];
  const data = rows.slice(headerIndex + 1, headerIndex + 1 + MAX_HEADER_ROWS);
  if (header.length > MAX_COLUMNS) return { refusal: `Line ${headerIndex + 1} has ${header.length} columns, more than ${MAX_COLUMNS}.` };
  if (isBulkCreateHeader(namesOf(header))) return { refusal: BULK_CREATE };
  const known = recognizeOwn(header, data) ?? recognizeTool(header, rows.slice(0, headerIndex));
  if (known && 'refusal' in known) return known;
  const common = { headerIndex, decimalSign: decimalSignOf(data.flat()) };
  if (known && !mapping && kind === undefined) return { ...common, ...known };
  const mapped = mapping ? applyMapping(header, mapping) : proposeMapping(header, data, kind);
  if (mapped === null) return UNKNOWN;
  const table = { format: 'table', title: 'Table', source: null, region: null } as const;
  return { ...table, ...known, ...common, ...mapped, outcomes: outcomesOf(mapped.kind, mapped.columns) };
}

/** The keys of records, as a header. */
const keysOf = (records: readonly RawRecord[]): string[] => [...new Set(records.flatMap((record) => Object.keys(record)))];

const cellText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function recognizeRecords(records: readonly RawRecord[], { mapping, kind }: RecognitionHints): Recognition | Refusal {
  const header = keysOf(records);
  if (header.length > MAX_COLUMNS) return { refusal: `The records have ${header.length} fields, more than ${MAX_COLUMNS}.` };
  const common = { headerIndex: null, decimalSign: '.' } as const;
  const known = findKnownFormat(namesOf(header));
  if (known && !mapping && kind === undefined) return { ...common, ...partOf(known, header) };
  const proposed = mapping ?? proposeMapping(header, records.map((record) => header.map((key) => cellText(record[key]))), kind); // prettier-ignore
  if (proposed === null) return UNKNOWN;
  // Records are read by the names of their fields, also nested ones; what has none of these names is ignored.
  const columns = mapping ? proposed.columns : proposed.columns.map(({ name, use }) => ({ name, use: use === 'note' ? 'ignored' : use }));
  const format = mapping ? 'mapped-records' : 'records';
  return {
    ...common,
    format,
    title: 'Records',
    source: null,
    region: null,
    kind: proposed.kind,
    columns,
    outcomes: outcomesOf(proposed.kind, columns),
  };
}

/** Recognizes a file by its header or its first records, never by its name. `hints` says more about files that are not known. */
export const recognizeFormat = (sample: FileSample, hints: RecognitionHints = {}): Recognition | Refusal =>
  'rows' in sample ? recognizeTable(sample.rows, hints) : recognizeRecords(sample.records, hints);

/** The names of the columns of a file, or of the fields of its records. */
export const headerOf = (sample: FileSample): readonly string[] =>
  'rows' in sample ? (sample.rows[findHeaderIndex(sample.rows)] ?? []) : keysOf(sample.records);

/** What a remembered mapping is found by: the names of the columns, whatever their days are. */
export const headerKey = (columns: readonly string[]): string =>
  columns
    .map((name) => (isDayName(name) ? '*' : normalizeColumnName(name)))
    .join('\n')
    .replace(/\*(?:\n\*)+/g, '*');
