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

/** Parses a cell: JSON if it is a list or an object, else its text. */
function parseCell(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toSourceLine(header: readonly string[], { info, record }: ParsedRecord): SourceLine {
  const line = info.lines;
  if (record.some((text) => text.includes(UNREADABLE_LINE_MARKER)))
    return { line, fault: 'is not UTF-8 (Latin-1 or damaged?), or too long' };
  if (record.length > header.length) return { line, fault: `has ${record.length} cells where the header has ${header.length}` };
  return { line, record: Object.fromEntries(record.map((text, columnIndex) => [header[columnIndex] ?? '', parseCell(text)])) };
}

const toUnreadableSource = (error: unknown): UnreadableSource =>
  error instanceof UnreadableSource
    ? error
    : new UnreadableSource(`The CSV is damaged: ${error instanceof Error ? error.message : String(error)}`);

/** Parses CSV with a header. A record's line number is that of its last line. */
export async function* csvRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceLine> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  const feeding = (async () => {
    for await (const line of lines) {
      const hasCapacity = parser.write(`${'text' in line ? line.text : UNREADABLE_LINE_MARKER}\n`);
      if (!hasCapacity) await new Promise<void>((resolve) => parser.once('drain', resolve).once('close', resolve));
      if (parser.destroyed) return;
    }
    parser.end();
  })().catch((error: unknown) => parser.destroy(toUnreadableSource(error)));
  let header: readonly string[] | null = null;
  try {
    for await (const parsedRecord of parser as AsyncIterable<ParsedRecord>) {
      if (header !== null) yield toSourceLine(header, parsedRecord);
      else if (parsedRecord.record.some((text) => text.includes(UNREADABLE_LINE_MARKER)))
        throw new UnreadableSource('The header of the CSV is not UTF-8.');
      else header = parsedRecord.record.map((name) => name.trim());
    }
  } catch (error) {
    throw toUnreadableSource(error);
  } finally {
    parser.destroy();
    await feeding;
  }
}
