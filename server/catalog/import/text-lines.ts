import { isUtf8 } from 'node:buffer';

/** No line may be longer: it would have to be held whole. */
export const MAX_LINE = 1_000_000;

/** A line of a text file: its text, or why it has none. */
export type TextLine = { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: string };

const NEWLINE = 10;
const RETURN = 13;

function textOf(line: number, bytes: Buffer): TextLine {
  const end = bytes.at(-1) === RETURN ? bytes.length - 1 : bytes.length;
  if (end > MAX_LINE) return { line, fault: `is longer than ${MAX_LINE} bytes` };
  if (!isUtf8(bytes)) return { line, fault: 'is not UTF-8 (Latin-1 or damaged?)' };
  const start = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return { line, text: bytes.toString('utf8', start, end) };
}

/** Cuts bytes into lines, in constant memory: of a line that is too long nothing is kept. Lines count from 1; LF and CRLF end them. */
export async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<TextLine> {
  let kept: Buffer[] = [];
  let size = 0;
  let line = 1;
  const flush = (last: Buffer): TextLine => {
    const whole = size > MAX_LINE + 1 ? null : kept.length === 0 ? last : Buffer.concat([...kept, last]);
    kept = [];
    size = 0;
    return whole === null ? { line: line++, fault: `is longer than ${MAX_LINE} bytes` } : textOf(line++, whole);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      size += end - start;
      yield flush(chunk.subarray(start, end));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    size += rest.length;
    if (size > MAX_LINE + 1) kept = [];
    else if (rest.length > 0) kept.push(Buffer.from(rest));
  }
  if (size > 0) yield flush(Buffer.alloc(0));
}
