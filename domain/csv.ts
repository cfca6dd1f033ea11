/** The start of a cell that spreadsheets interpret as a formula, after characters that they ignore; and characters that end a cell in some. */
const formulaPattern = /^(?:[\s\0\uFEFF\u200B-\u200F\u2060]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/;

/** Prevents CSV injection: prefixes text that looks like a formula with an apostrophe (ASVS 1.2.10). */
export const escapeFormula = (text: string): string => (formulaPattern.test(text) ? `'${text}` : text);

export type CsvCell = string | number | null;

/** A text as a cell in the format of RFC 4180. */
export const quoteCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell that no spreadsheet runs as a formula. Numbers, including negative ones, are not escaped; null is empty. */
function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return quoteCell(escapeFormula(value));
}

/** A table as CSV (RFC 4180) with a header line; every line ends with CR LF. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** An export in progress: the total of the list, and its rows in batches, in order. */
export interface OpenExport<Row> {
  readonly total: number;
  /** Whether the list has more rows than an export. */
  readonly isTruncated?: boolean;
  readonly batches: AsyncIterable<readonly Row[]>;
}
