import { parse } from 'csv-parse';
import type { SourceLine } from '#domain/catalog/import/catalog-source';
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

const toRow = ({ info, record }: ParsedRecord): TableRow =>
  record.some((text) => text.includes(UNREADABLE_LINE_MARKER))
    ? { line: info.lines, fault: 'is not UTF-8 (Latin-1 or damaged?), or too long' }
    : { line: info.lines, cells: record };

/** A row below a header as cells: JSON is parsed, and a row with more values than the header has names is faulty. */
export function cellsUnder(columnCount: number, row: TableRow): { readonly cells: readonly unknown[] } | { readonly fault: string } {
  if ('fault' in row) return row;
  const { cells } = row;
  return cells.length > columnCount && cells.slice(columnCount).some((text) => text.trim() !== '')
    ? { fault: `has ${cells.length} cells where the header has ${columnCount}` }
    : { cells: cells.slice(0, columnCount).map(parseCell) };
}

const toUnreadableSource = (error: unknown): UnreadableSource =>
  error instanceof UnreadableSource
    ? error
    : new UnreadableSource(`The CSV is damaged: ${error instanceof Error ? error.message : String(error)}`);

/** Parses the rows of CSV without blank ones. */
export async function* csvRows(lines: AsyncIterable<TextLine>, separator: Separator = ','): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: separator,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  const feeding = (async () => {
    for await (const line of lines) {
      // A reader that has enough rows destroys the parser, which then closes only once.
      if (parser.destroyed) return;
      const hasCapacity = parser.write(`${'text' in line ? line.text : UNREADABLE_LINE_MARKER}\n`);
      if (!hasCapacity) await new Promise<void>((resolve) => parser.once('drain', resolve).once('close', resolve));
      if (parser.destroyed) return;
    }
    parser.end();
  })().catch((error: unknown) => parser.destroy(toUnreadableSource(error)));
  try {
    for await (const parsedRecord of parser as AsyncIterable<ParsedRecord>) yield toRow(parsedRecord);
  } catch (error) {
    throw toUnreadableSource(error);
  } finally {
    parser.destroy();
    await feeding;
  }
}

/** Parses CSV with a header in its first row. */
export async function* csvRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceLine> {
  let header: readonly string[] | null = null;
  for await (const row of csvRows(lines)) {
    if (header === null) {
      if ('fault' in row) throw new UnreadableSource('The header of the CSV is not UTF-8.');
      header = row.cells.map((name) => name.trim());
      continue;
    }
    const names = header;
    const { line } = row;
    const found = cellsUnder(names.length, row);
    yield 'fault' in found
      ? { line, fault: found.fault }
      : { line, record: Object.fromEntries(found.cells.map((value, column) => [names[column] ?? '', value])) };
  }
}
