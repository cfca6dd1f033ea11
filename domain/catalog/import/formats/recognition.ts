import type { FileKind } from '#domain/catalog/import/import-row';
import type { DecimalSign } from '#domain/catalog/import/formats/written-numbers';
import type { RawRecord } from '#domain/catalog/import/field-reader';

/** The formats that are recognized; `table` and `records` are files of no known tool, `mapped-records` those with chosen fields. */
export type FormatName =
  | 'corklight-list'
  | 'corklight-keywords'
  | 'pinterest-trends'
  | 'pinclicks-top-pins'
  | 'pinclicks-keyword-explorer'
  | 'topic-pages'
  | 'topic-page-pins'
  | 'apify-pins'
  | 'windsor'
  | 'google-trends'
  | 'table'
  | 'records'
  | 'mapped-records';

/** What a file adds, as it is shown before an import. */
export type Outcome = 'boards' | 'pinners' | 'pins' | 'readings' | 'search interest' | 'volumes' | 'notes';

/**
 * What a column becomes: a field of the rows, or
 * - `note`: a value of its tool, kept beside the row and shown with source and day,
 * - `day`: the value of the day that the column is named after,
 * - `curve`: a column per keyword, with a row per day,
 * - `ignored`.
 */
export type ColumnUse = 'note' | 'day' | 'curve' | 'ignored' | (string & {});

export interface MappedColumn {
  /** As the file writes it. */
  readonly name: string;
  readonly use: ColumnUse;
}

/** How the columns of a file with this header are to be read: what an administrator chose, remembered per header. */
export interface ColumnMapping {
  readonly kind: FileKind;
  readonly columns: readonly MappedColumn[];
}

/** What a file is, by its header or its first records. */
export interface Recognition extends ColumnMapping {
  readonly format: FormatName;
  /** The format's display name. */
  readonly title: string;
  /** The tool whose scores and volumes these are; null where the name of the file stands for it. */
  readonly source: string | null;
  readonly outcomes: readonly Outcome[];
  /** Of the first rows, the one that names the columns; null for JSON. */
  readonly headerIndex: number | null;
  /** The region of the whole file. */
  readonly region: string | null;
  readonly decimalSign: DecimalSign;
}

/** Why a file is not imported. */
export interface Refusal {
  readonly refusal: string;
  /** Whether naming the kind of its rows helps. */
  readonly isKindUnknown?: true;
}

/** The beginning of a file: the first rows of a table, or the first records of a JSON file. */
export type FileSample = { readonly rows: readonly (readonly string[])[] } | { readonly records: readonly RawRecord[] };
