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
