import { fnv1aOfText } from '#domain/fnv-1a';

const BIT_COUNT = 2 ** 23;

function bitIndexOf(text: string): number {
  const hash = fnv1aOfText(text);
  return (hash ^ (hash >>> 15)) & (BIT_COUNT - 1);
}

/** A Bloom filter over ids (one hash, 1 MiB): no false negatives, about 11 % false positives at a million ids. */
export class BloomFilter {
  #bytes: Uint8Array | null = null;

  add(id: string): void {
    const bit = bitIndexOf(id);
    this.#bytes ??= new Uint8Array(BIT_COUNT / 8);
    this.#bytes[bit >> 3]! |= 1 << (bit & 7);
  }

  has(id: string): boolean {
    const bit = bitIndexOf(id);
    return this.#bytes !== null && (this.#bytes[bit >> 3]! & (1 << (bit & 7))) !== 0;
  }
}
