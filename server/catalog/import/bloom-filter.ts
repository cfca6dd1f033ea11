/** As many bits: 1 MB. */
const BIT_COUNT = 2 ** 23;

/** A number for a text, spread evenly (FNV-1a). */
function bitIndexOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) & (BIT_COUNT - 1);
}

/**
 * Ids that were marked, however many, in the same small memory. It never forgets one, but may take one for another: of a million marked ids,
 * one in nine that were not.
 */
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
