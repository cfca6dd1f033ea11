import { NO_ROWS, type SourceLine, UnreadableSource } from '#domain/catalog/import/import-runs';
import type { RawRecord } from '#domain/catalog/import/field-reader';
import type { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { headerOf, MAX_HEADER_ROWS, recognizeFormat, type RecognitionHints } from '#domain/catalog/import/formats/recognize';
import type { FileSample, Recognition, Refusal } from '#domain/catalog/import/formats/recognition';
import { csvRows, type Separator } from '#server/catalog/import/files/csv-records';
import type { FileSource } from '#server/catalog/import/files/file-source';
import { type JsonLayout, jsonLayoutOf, jsonRecords, startsWithJson } from '#server/catalog/import/files/json-records';
import { detectEncoding, type TextEncodingName, toUtf8, textLines } from '#server/catalog/import/files/text-lines';

export const fileFormats = ['ndjson', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** What the encoding and the header are told by. */
const SAMPLE_BYTES = 1 << 20;
/** The header, and rows below it. */
const SAMPLE_ROWS = 2 * MAX_HEADER_ROWS;

/** How much of a text is looked at for characters that no text has. */
const BINARY_SAMPLE_LENGTH = 1_000;
const BINARY = 'It is not text: a PDF, a picture, or another binary file. Import a table as CSV or JSON.';

/** How the text of a file is divided. */
type FileLayout = { readonly encoding: TextEncodingName } & ({ readonly separator: Separator } | { readonly json: JsonLayout });

/** A recognized file: what it is, how it is read, and its beginning. */
export interface FileReading {
  readonly recognition: Recognition;
  readonly layout: FileLayout;
  readonly sample: FileSample;
}

async function readSample(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, SAMPLE_BYTES);
}

/** How many separators a line has outside of quotation marks. */
const countOutsideQuotes = (line: string, separator: string): number => line.replace(/"[^"]*"/g, '').split(separator).length - 1;

/** The separator that most lines have equally often. */
function separatorOf(text: string): Separator {
  const lines = text.split(/\r?\n/, SAMPLE_ROWS).filter((line) => line.trim() !== '');
  const rated = ([',', ';', '\t'] as const).map((separator) => {
    const lineCounts = new Map<number, number>();
    for (const line of lines) {
      const count = countOutsideQuotes(line, separator);
      if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1);
    }
    return { separator, equalLines: Math.max(0, ...lineCounts.values()) };
  });
  return rated.reduce((one, other) => (other.equalLines > one.equalLines ? other : one)).separator;
}

function layoutOf(bytes: Buffer, format: FileFormat | undefined): FileLayout {
  const encoding = detectEncoding(bytes, bytes.length === SAMPLE_BYTES);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.startsWith('%PDF-') || text.slice(0, BINARY_SAMPLE_LENGTH).includes('\0')) throw new UnreadableSource(BINARY);
  const isJson = format === undefined ? startsWithJson(text) : format === 'ndjson';
  return isJson ? { encoding, json: jsonLayoutOf(text) } : { encoding, separator: separatorOf(text) };
}

/** The first rows or records; where the head of a file has fewer, those that are whole. */
async function takeFirst<T>(groups: AsyncIterable<Iterable<T>>, source: Pick<FileSource, 'isCut'>): Promise<T[]> {
  const first: T[] = [];
  try {
    for await (const group of groups)
      for (const item of group) {
        first.push(item);
        if (first.length === SAMPLE_ROWS) return first;
      }
  } catch (error) {
    if (!source.isCut || first.length === 0) throw error;
  }
  return first;
}

const nothingReadable = ({ line, fault }: { readonly line: number; readonly fault: string }) =>
  new UnreadableSource(`No line can be read. Line ${line} ${fault}.`);

/** The beginning of a file. Throws `UnreadableSource` if all of it is faulty. */
async function readBeginning(source: FileSource, layout: FileLayout): Promise<FileSample> {
  const bytes = toUtf8(source.chunks(), layout.encoding);
  if ('separator' in layout) {
    const rows = await takeFirst(csvRows(textLines(bytes), layout.separator), source);
    const faulty = rows.flatMap((row) => ('fault' in row ? [row] : []));
    if (faulty[0] !== undefined && faulty.length === rows.length) throw nothingReadable(faulty[0]);
    return { rows: rows.map((row) => ('cells' in row ? row.cells : [])) };
  }
  const faulty: (SourceLine & { readonly fault: string })[] = [];
  function* readable(lines: Iterable<SourceLine>): Generator<RawRecord> {
    for (const line of lines) {
      if ('record' in line) yield line.record;
      else if (faulty.length === 0) faulty.push(line);
    }
  }
  async function* readableGroups(json: JsonLayout): AsyncGenerator<Iterable<RawRecord>> {
    for await (const lines of jsonRecords(bytes, json)) yield readable(lines);
  }
  const records = await takeFirst(readableGroups(layout.json), source);
  if (records.length === 0 && faulty[0] !== undefined) throw nothingReadable(faulty[0]);
  return { records };
}

/** Recognizes a file by its content: encoding, separator, header, and what the columns become, as it was chosen before for this header. */
export async function recognizeFile(
  source: FileSource,
  mappings: Pick<HeaderMappings, 'findMapping'>,
  { format, ...hints }: RecognitionHints & { readonly format?: FileFormat | undefined } = {},
): Promise<FileReading | Refusal> {
  const layout = layoutOf(await readSample(source.chunks()), format);
  const sample = await readBeginning(source, layout);
  const isEmpty = 'rows' in sample ? sample.rows.length === 0 : sample.records.length === 0;
  if (isEmpty) return { refusal: NO_ROWS };
  const mapping = hints.mapping ?? (hints.kind === undefined ? await mappings.findMapping(headerOf(sample)) : null);
  const recognition = recognizeFormat(sample, { ...hints, mapping });
  return 'refusal' in recognition ? recognition : { recognition, layout, sample };
}
