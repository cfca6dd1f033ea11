/** As many bits: 1 MB. */
const BITS = 2 ** 23;

/** A number for a text, spread evenly (FNV-1a). */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash ^ (hash >>> 15)) & (BITS - 1);
}

/**
 * Ids that were marked, however many, in the same small memory. It never forgets one, but may take one for another: of a million marked ids,
 * one in nine that were not.
 */
export class Marks {
  #bytes: Uint8Array | null = null;

  add(id: string): void {
    const place = placeOf(id);
    this.#bytes ??= new Uint8Array(BITS / 8);
    this.#bytes[place >> 3]! |= 1 << (place & 7);
  }

  has(id: string): boolean {
    const place = placeOf(id);
    return this.#bytes !== null && (this.#bytes[place >> 3]! & (1 << (place & 7))) !== 0;
  }
}
