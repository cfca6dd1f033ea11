import { isUtf8 } from 'node:buffer';

/** The maximum length of a line, which must fit in memory. */
export const MAX_LINE_BYTES = 1_000_000;

/** A line of a text file: its text, or why it cannot be read. */
export type TextLine = { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: string };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function decodeLine(line: number, bytes: Buffer): TextLine {
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  if (end > MAX_LINE_BYTES) return { line, fault: `is longer than ${MAX_LINE_BYTES} bytes` };
  if (!isUtf8(bytes)) return { line, fault: 'is not UTF-8 (Latin-1 or damaged?)' };
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
