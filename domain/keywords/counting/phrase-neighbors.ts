import { MIN_EDGE_SHARE, PIECE_SHARE } from '#domain/keywords/keywords';

/** Stands for what is no word with a meaning: a punctuation mark, a number, a general word, or the end of the text. */
export const NO_NEIGHBOR = -1;

/** Which number most of many votes are for: the one that is left where each vote for another takes one away (Boyer and Moore). */
class Majority {
  readonly candidates: Int32Array;
  readonly #leads: Int32Array;

  constructor(count: number) {
    this.candidates = new Int32Array(count).fill(NO_NEIGHBOR);
    this.#leads = new Int32Array(count);
  }

  vote(place: number, value: number): void {
    if (this.candidates[place] === value) this.#leads[place]! += 1;
    else if (this.#leads[place] === 0) {
      this.candidates[place] = value;
      this.#leads[place] = 1;
    } else this.#leads[place]! -= 1;
  }
}

/** What is beside a phrase where it is first in a pin: the next word that is no stop word, and whether the phrase begins or ends there. */
export interface Neighbor {
  readonly word: number;
  readonly isEdge: boolean;
}

/** Called with a phrase in a pin, and what is before and after it. */
type VisitPhrase = (phrase: number, before: Neighbor, after: Neighbor) => void;

/** One side of all phrases. */
class Side {
  readonly #majority: Majority;
  readonly #edges: Int32Array;
  readonly #same: Int32Array;

  constructor(count: number) {
    this.#majority = new Majority(count);
    this.#edges = new Int32Array(count);
    this.#same = new Int32Array(count);
  }

  vote(phrase: number, { word }: Neighbor): void {
    this.#majority.vote(phrase, word);
  }

  count(phrase: number, { word, isEdge }: Neighbor): void {
    if (isEdge) this.#edges[phrase]! += 1;
    if (word !== NO_NEIGHBOR && word === this.#majority.candidates[phrase]) this.#same[phrase]! += 1;
  }

  /** Whether a phrase goes on here with the same word. */
  isSame(phrase: number, pins: number): boolean {
    return this.#same[phrase]! >= PIECE_SHARE * pins;
  }

  /** Whether a phrase goes on here with any word, nearly always. */
  goesOn(phrase: number, pins: number): boolean {
    return this.#edges[phrase]! < MIN_EDGE_SHARE * pins;
  }
}

/**
 * Finds the phrases that are pieces of longer ones: `eddie` of a name, `personal`, which hardly ever ends a phrase, and `chart for
 * beginners`, which hardly ever begins one. A single word may: what breads have in common is `bread`. All are visited twice, each once per pin.
 */
export function findPieces(keys: readonly string[], visitAll: (visit: VisitPhrase) => void): Uint8Array {
  const [before, after] = [new Side(keys.length), new Side(keys.length)];
  visitAll((phrase, neighborBefore, neighborAfter) => {
    before.vote(phrase, neighborBefore);
    after.vote(phrase, neighborAfter);
  });
  const pins = new Int32Array(keys.length);
  visitAll((phrase, neighborBefore, neighborAfter) => {
    pins[phrase]! += 1;
    before.count(phrase, neighborBefore);
    after.count(phrase, neighborAfter);
  });
  return Uint8Array.from(pins, (count, phrase) => {
    if (before.isSame(phrase, count) || after.isSame(phrase, count) || after.goesOn(phrase, count)) return 1;
    return keys[phrase]!.includes(' ') && before.goesOn(phrase, count) ? 1 : 0;
  });
}
