/** What spreadsheets take for a formula, at a cell's start or behind signs that they pass over; and signs that end a cell for some. */
const formulaPattern = /^(?:[\s\0\uFEFF\u200B-\u200F\u2060]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n\0])/;

/** Text that no spreadsheet runs: what looks like a formula gets an apostrophe before it (ASVS 1.2.10). */
export const escapeFormula = (text: string): string => (formulaPattern.test(text) ? `'${text}` : text);

export type CsvCell = string | number | null;

/** A cell by RFC 4180. Numbers stay numbers, negative ones too; null is empty. */
function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = escapeFormula(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A small table as CSV by RFC 4180, under a line of column names; every line ends with CR LF. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
