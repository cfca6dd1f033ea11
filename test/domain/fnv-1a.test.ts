import { fnv1aOfBytes, fnv1aOfText } from '#domain/fnv-1a';

/** The published test vectors of 32-bit FNV-1a. */
const vectors: readonly (readonly [string, number])[] = [
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['b', 0xe70c2de5],
  ['fo', 0x6222e842],
  ['foobar', 0xbf9cf968],
];
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the FNV-1a hash', () => {
  it.each(vectors)('of %j is that of the published vectors', (text, hash) => {
    expect(fnv1aOfText(text) >>> 0).toBe(hash);
    expect(fnv1aOfBytes(bytesOf(text), 0, text.length) >>> 0).toBe(hash);
  });

  it('of a range of bytes ignores what is around it', () => {
    expect(fnv1aOfBytes(bytesOf('xfoobary'), 1, 7) >>> 0).toBe(0xbf9cf968);
  });
});
