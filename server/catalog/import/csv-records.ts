import { parse } from 'csv-parse';
import type { SourceLine } from '#domain/catalog/catalog-source';
import { UnreadableSource } from '#domain/catalog/catalog-intake';
import { MAX_LINE, type TextLine } from '#server/catalog/import/text-lines';

/** Stands in a record for a line that could not be read: a character that no text has. */
const MARK = '\uFDD0';

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/** A cell: JSON where it is a list or an object, else its text. */
function cell(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function asRecord(header: readonly string[], { info, record }: Parsed): SourceLine {
  const line = info.lines;
  if (record.some((text) => text.includes(MARK))) return { line, fault: 'is not UTF-8 (Latin-1 or damaged?), or too long' };
  if (record.length > header.length) return { line, fault: `has ${record.length} cells where the header has ${header.length}` };
  return { line, record: Object.fromEntries(record.map((text, place) => [header[place] ?? '', cell(text)])) };
}

const explain = (error: unknown): UnreadableSource =>
  error instanceof UnreadableSource
    ? error
    : new UnreadableSource(`The CSV is damaged: ${error instanceof Error ? error.message : String(error)}`);

/** The records of a CSV whose first record names the columns. A record's line is the one on which it ends. */
export async function* csvRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<SourceLine> {
  const parser = parse({ info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: MAX_LINE });
  const feeding = (async () => {
    for await (const line of lines) {
      const more = parser.write(`${'text' in line ? line.text : MARK}\n`);
      if (!more) await new Promise<void>((resolve) => parser.once('drain', resolve).once('close', resolve));
      if (parser.destroyed) return;
    }
    parser.end();
  })().catch((error: unknown) => parser.destroy(explain(error)));
  let header: readonly string[] | null = null;
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      if (header !== null) yield asRecord(header, parsed);
      else if (parsed.record.some((text) => text.includes(MARK))) throw new UnreadableSource('The header of the CSV is not UTF-8.');
      else header = parsed.record.map((name) => name.trim());
    }
  } catch (error) {
    throw explain(error);
  } finally {
    parser.destroy();
    await feeding;
  }
}
