/** How many boards and pinners the page of a keyword shows. */
export const MAX_TOP_OWNERS = 6;

/** Who owns the pins: boards or pinners. */
export interface OwnedPins {
  /** The owner's number of each pin, -1 if it has none. */
  readonly ownerOf: Int32Array;
  readonly ownerCount: number;
}

/** Finds the owners with the most saves on some pins. The sums are kept in one array that is emptied after each search. */
export class StrongestOwners {
  readonly #owned: OwnedPins;
  readonly #saves: Int32Array;
  readonly #sums: Float64Array;

  constructor(owned: OwnedPins, saves: Int32Array) {
    this.#owned = owned;
    this.#saves = saves;
    this.#sums = new Float64Array(owned.ownerCount);
  }

  /** Returns the owners of these pins with the most saves on them; of equal ones, those with the lowest number. */
  find(pins: Int32Array): number[] {
    const owners: number[] = [];
    for (const pin of pins) {
      const owner = this.#owned.ownerOf[pin]!;
      // A pin without saves does not make its owner strong.
      if (owner < 0 || this.#saves[pin] === 0) continue;
      if (this.#sums[owner] === 0) owners.push(owner);
      this.#sums[owner]! += this.#saves[pin]!;
    }
    const strongest = owners.sort((a, b) => this.#sums[b]! - this.#sums[a]! || a - b).slice(0, MAX_TOP_OWNERS);
    for (const pin of pins) {
      const owner = this.#owned.ownerOf[pin]!;
      if (owner >= 0) this.#sums[owner] = 0;
    }
    return strongest;
  }
}
