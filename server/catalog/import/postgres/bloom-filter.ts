const BIT_COUNT = 2 ** 23;

/** The FNV-1a hash of a text, as the index of its bit. */
function bitIndexOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
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
