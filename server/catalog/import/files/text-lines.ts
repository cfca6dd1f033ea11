import { isUtf8 } from 'node:buffer';

/** The encodings that files of people have. */
export type TextEncodingName = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** Drops a character that the end of a sample cuts in two. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
    if (byte < 0x80) break;
  }
  return bytes;
}

/** Where the NUL bytes of ASCII text in UTF-16 are. */
function utf16Of(bytes: Buffer): TextEncodingName | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [...bytes.subarray(0, 64).entries()].filter(([, byte]) => byte === 0);
  const odd = zeros.filter(([index]) => index % 2 === 1).length;
  const even = zeros.length - odd;
  return odd > 8 && odd > even ? 'utf-16le' : even > 8 ? 'utf-16be' : null;
}

/**
 * Tells the encoding of a text by its first bytes, which `isCut` if there are more. Without one character of UTF-8, other bytes are cp1252; a text with both is UTF-8, and
 * its damaged lines are rejected.
 */
export function detectEncoding(sample: Buffer, isCut: boolean): TextEncodingName {
  const wide = utf16Of(sample);
  if (wide !== null) return wide;
  const whole = isCut ? withoutCutCharacter(sample) : sample;
  if (isUtf8(whole)) return 'utf-8';
  const hasUtf8 = /[^\0-\x7f\ufffd]/.test(whole.toString('utf8'));
  return hasUtf8 ? 'utf-8' : 'windows-1252';
}

/** The bytes of a text in UTF-8, whatever its encoding is. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncodingName): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* chunks;
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** The maximum length of a line, which must fit in memory. */
export const MAX_LINE_BYTES = 1_000_000;

/** What is wrong with bytes in another encoding. */
export const NOT_UTF8 = 'is not UTF-8 (Latin-1 or damaged?)';

/** A line of a text file: its text, or why it cannot be read. */
export type TextLine = { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: string };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function decodeLine(line: number, bytes: Buffer): TextLine {
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  if (end > MAX_LINE_BYTES) return { line, fault: `is longer than ${MAX_LINE_BYTES} bytes` };
  if (!isUtf8(bytes)) return { line, fault: NOT_UTF8 };
  const start = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return { line, text: bytes.toString('utf8', start, end) };
}

/** Splits bytes into lines, those of a chunk at once, in constant memory; too long lines are skipped. Lines count from 1 and end with LF or CRLF. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly TextLine[]> {
  let buffered: Buffer[] = [];
  let lineSize = 0;
  let line = 1;
  const flush = (lastChunk: Buffer): TextLine => {
    const lineBytes = lineSize > MAX_LINE_BYTES + 1 ? null : buffered.length === 0 ? lastChunk : Buffer.concat([...buffered, lastChunk]);
    buffered = [];
    lineSize = 0;
    return lineBytes === null ? { line: line++, fault: `is longer than ${MAX_LINE_BYTES} bytes` } : decodeLine(line++, lineBytes);
  };
  for await (const chunk of chunks) {
    const lines: TextLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      lineSize += end - start;
      lines.push(flush(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    lineSize += rest.length;
    if (lineSize > MAX_LINE_BYTES + 1) buffered = [];
    else if (rest.length > 0) buffered.push(Buffer.from(rest));
    if (lines.length > 0) yield lines;
  }
  if (lineSize > 0) yield [flush(Buffer.alloc(0))];
}
