import { CsvError, parse, type Parser } from 'csv-parse';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { MAX_LINE_BYTES, type TextLine } from '#server/catalog/import/files/text-lines';

/** Replaces an unreadable line in the parser's input: a noncharacter, which no text contains. */
const UNREADABLE_LINE_MARKER = '\uFDD0';

interface ParsedRecord {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/** The sign between the cells of a row. */
export type Separator = ',' | ';' | '\t';

/** A row of a table: its cells, or why it cannot be read. A row's line number is that of its last line. */
export type TableRow = { readonly line: number } & ({ readonly cells: readonly string[] } | { readonly fault: string });

/** Parses a cell: JSON if it is a list or an object, else its text. */
function parseCell(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const toRow = ({ info, record }: ParsedRecord, skippedLines: number): TableRow =>
  record.some((text) => text.includes(UNREADABLE_LINE_MARKER))
    ? { line: info.lines + skippedLines, fault: 'is not UTF-8 (Latin-1 or damaged?), or too long' }
    : { line: info.lines + skippedLines, cells: record };

/** A row below a header as cells: JSON is parsed, and a row with more values than the header has names is faulty. */
export function cellsUnder(columnCount: number, row: TableRow): { readonly cells: readonly unknown[] } | { readonly fault: string } {
  if ('fault' in row) return row;
  const { cells } = row;
  return cells.length > columnCount && cells.slice(columnCount).some((text) => text.trim() !== '')
    ? { fault: `has ${cells.length} cells where the header has ${columnCount}` }
    : { cells: cells.slice(0, columnCount).map(parseCell) };
}

const isEmptyLine = (line: TextLine): boolean => 'text' in line && line.text === '';

/** How many blank lines come before the first line with a text. */
function countBlankLines(lines: readonly TextLine[]): number {
  const first = lines.findIndex((line) => !isEmptyLine(line));
  return first < 0 ? lines.length : first;
}

/** The line of the quotation mark that is open at the end of these lines of a row; null if none is. It opens a cell at its start, and is doubled inside. */
function lineOfOpenQuote(rowLines: readonly TextLine[], separator: Separator): number | null {
  let openLine: number | null = null;
  for (const rowLine of rowLines) {
    const cells = `${separator}${'text' in rowLine ? rowLine.text : ''}`;
    let from = 0;
    for (;;) {
      const opening = openLine === null ? `${separator}"` : '"';
      const found = cells.indexOf(opening, from);
      if (found < 0) break;
      from = found + opening.length;
      if (openLine === null) openLine = rowLine.line;
      else if (cells[from] === '"') from += 1;
      else openLine = null;
    }
  }
  return openLine;
}

/** `rowLines` are those of the row that was being read. */
function toUnreadableSource(error: unknown, rowLines: readonly TextLine[], separator: Separator): UnreadableSource {
  if (error instanceof UnreadableSource) return error;
  const openLine = error instanceof CsvError ? lineOfOpenQuote(rowLines, separator) : null;
  if (openLine !== null)
    return new UnreadableSource(`The CSV is damaged: the quotation mark that opens a cell in line ${openLine} is not closed.`);
  return new UnreadableSource(`The CSV is damaged: ${error instanceof Error ? error.message : String(error)}`);
}

/** Parses the rows of CSV without blank ones. */
export async function* csvRows(lines: AsyncIterable<readonly TextLine[]>, separator: Separator): AsyncGenerator<readonly TableRow[]> {
  /** The last line of the last whole row, and the lines of the row after it. */
  let wholeUntil = 0;
  const openLines: TextLine[] = [];
  /** Blank lines that the parser does not get, to which each would be as much work as a row. */
  let skippedLines = 0;
  const parser = parse({
    delimiter: separator,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    on_record(row, { lines: lastLine }) {
      wholeUntil = lastLine + skippedLines;
      return row;
    },
  });
  let failure: unknown = null;
  parser.on('error', (error) => (failure = error));
  try {
    for await (const group of lines) {
      const blankLines = openLines.length > 0 ? 0 : countBlankLines(group);
      skippedLines += blankLines;
      const givenLines = group.slice(blankLines);
      for (const line of givenLines) openLines.push(line);
      const rows = rowsAfter(parser, givenLines, skippedLines);
      // A row begins with no empty line: these would become millions in a file of them.
      const begun = openLines.findIndex((open) => open.line > wholeUntil && !isEmptyLine(open));
      openLines.splice(0, begun < 0 ? openLines.length : begun);
      if (failure !== null) throw failure;
      if (rows.length > 0) yield rows;
    }
    parser.end();
    for await (const parsedRecord of parser as AsyncIterable<ParsedRecord>) yield [toRow(parsedRecord, skippedLines)];
  } catch (error) {
    throw toUnreadableSource(error, openLines, separator);
  } finally {
    parser.destroy();
  }
}

/** Writes lines to a parser. Returns the rows that it has read so far, after the lines that it did not get. */
function rowsAfter(parser: Parser, lines: readonly TextLine[], skippedLines: number): TableRow[] {
  parser.write(lines.map((line) => `${'text' in line ? line.text : UNREADABLE_LINE_MARKER}\n`).join(''));
  const rows: TableRow[] = [];
  for (;;) {
    const parsedRecord = parser.read() as ParsedRecord | null;
    if (parsedRecord === null) return rows;
    rows.push(toRow(parsedRecord, skippedLines));
  }
}
