import { isUtf8 } from 'node:buffer';
import { type SourceLine, UnreadableSource } from '#domain/catalog/import/import-runs';
import { parseJsonLine } from '#domain/catalog/import/field-reader';
import { MAX_LINE_BYTES, NOT_UTF8, type TextLine, textLines } from '#server/catalog/import/files/text-lines';

/** Where the records of a JSON file are: one per line, in an array, in the array of an object, or one after the other. */
export type JsonLayout = 'lines' | 'array' | 'wrapped' | 'objects';

const isObjectLine = (line: string): boolean => 'record' in parseJsonLine(line);

/** Whether a text begins with JSON, also where its first lines are damaged. */
export const startsWithJson = (text: string): boolean => /^\s*[[{]/.test(text) || text.split('\n', 6).some(isObjectLine);

/** The beginning of an object whose records are in an array, as answers of APIs have it. */
const wrappedPattern = /^\{\s*"(?:data|results|items|records|rows)"\s*:\s*\[\s*\{/;

/** Tells the layout of a JSON file by its beginning. */
export function jsonLayoutOf(text: string): JsonLayout {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (/^\[\s*(?:[{\]]|$)/.test(start)) return 'array';
  if (wrappedPattern.test(start)) return 'wrapped';
  const lines = start.split('\n', 6).filter((line) => line.trim() !== '');
  return !start.startsWith('{') || lines.some(isObjectLine) ? 'lines' : 'objects';
}

const [QUOTE, BACKSLASH, LINE_FEED] = [0x22, 0x5c, 0x0a];
const [OBJECT, ARRAY, END_OF_OBJECT, END_OF_ARRAY] = [0x7b, 0x5b, 0x7d, 0x5d];

const MAX_DEPTH = 1_000;

/** How many brackets are open where records begin. */
const depths: Readonly<Record<Exclude<JsonLayout, 'lines'>, number>> = { array: 1, wrapped: 2, objects: 0 };

/** Finds the records of a JSON document without keeping more than one of them. */
class RecordScanner {
  /** The brackets that are open, outermost first. */
  readonly #open: number[] = [];
  #isText = false;
  #isEscaped = false;
  #line = 1;
  #bytes: Buffer[] | null = null;
  #size = 0;

  constructor(private readonly recordDepth: number) {}

  get isInside(): boolean {
    return this.#open.length > 0;
  }

  /** Whether an object that begins here is a record. */
  get #isAtRecords(): boolean {
    return this.#open.length === this.recordDepth && (this.recordDepth === 0 || this.#open.at(-1) === ARRAY);
  }

  *scan(chunk: Buffer): Generator<SourceLine> {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]!;
      if (byte === LINE_FEED) this.#line++;
      if (this.#isText) this.#readText(byte);
      else if (byte === QUOTE) this.#isText = true;
      else if (byte === OBJECT || byte === ARRAY) {
        if (this.#openBracket(byte)) start = index;
      } else if ((byte === END_OF_OBJECT || byte === END_OF_ARRAY) && this.#closeBracket()) {
        this.#keep(chunk.subarray(start, index + 1));
        yield this.#take();
      }
    }
    if (this.#bytes !== null) this.#keep(Buffer.from(chunk.subarray(start)));
  }

  /** Returns whether a record begins. */
  #openBracket(byte: number): boolean {
    const isRecord = byte === OBJECT && this.#bytes === null && this.#isAtRecords;
    if (isRecord) [this.#bytes, this.#size] = [[], 0];
    if (this.#open.push(byte) > MAX_DEPTH) throw new UnreadableSource(`Line ${this.#line}: the JSON is nested too deeply.`);
    return isRecord;
  }

  /** Returns whether a record ends. */
  #closeBracket(): boolean {
    if (this.#open.pop() === undefined) throw new UnreadableSource(`Line ${this.#line}: the JSON is damaged.`);
    return this.#bytes !== null && this.#open.length === this.recordDepth;
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isText = false;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= MAX_LINE_BYTES) this.#bytes?.push(part);
  }

  #take(): SourceLine {
    const [line, parts, size] = [this.#line, this.#bytes ?? [], this.#size];
    this.#bytes = null;
    if (size > MAX_LINE_BYTES) return { line, fault: `is longer than ${MAX_LINE_BYTES} bytes` };
    const bytes = Buffer.concat(parts);
    return isUtf8(bytes) ? { line, ...parseJsonLine(bytes.toString('utf8')) } : { line, fault: NOT_UTF8 };
  }
}

/** Parses the records of a JSON file. A record's line number is that of its last line. */
export async function* jsonRecords(chunks: AsyncIterable<Buffer>, layout: JsonLayout): AsyncGenerator<Iterable<SourceLine>> {
  if (layout === 'lines') {
    for await (const lines of textLines(chunks)) yield recordsInLines(lines);
    return;
  }
  const scanner = new RecordScanner(depths[layout]);
  for await (const chunk of chunks) yield scanner.scan(chunk);
  if (scanner.isInside) throw new UnreadableSource('The JSON ends in the middle: it is cut off.');
}

function* recordsInLines(lines: readonly TextLine[]): Generator<SourceLine> {
  for (const line of lines) {
    if ('fault' in line) yield line;
    else if (line.text.trim() !== '') yield { line: line.line, ...parseJsonLine(line.text) };
  }
}
