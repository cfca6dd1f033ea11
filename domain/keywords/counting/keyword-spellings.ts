import { IntegerList } from '#domain/keywords/counting/integer-list';
import { mix } from '#domain/keywords/counting/phrase-tree';

const NO_SPELLING = -1;
const FIRST_SLOTS = 1 << 16;

/** Counts how each keyword is spelled, each spelling once per pin. A spelling is kept as a number from which its text follows. */
export class KeywordSpellings {
  /** Where the spellings are, by keyword and hash. */
  #slots = new Int32Array(FIRST_SLOTS).fill(NO_SPELLING);
  readonly #keywords = new IntegerList();
  readonly #hashes = new IntegerList();
  readonly #examples = new IntegerList();
  readonly #pins = new IntegerList();
  readonly #lastPin = new IntegerList();

  /** Adds a spelling of a keyword in a pin; equal spellings of a keyword have the same hash. */
  add(keyword: number, hash: number, example: number, pin: number): void {
    const slot = this.#slotOf(keyword, hash | 0);
    let number = this.#slots[slot]!;
    if (number === NO_SPELLING) {
      number = this.#slots[slot] = this.#examples.length;
      for (const [list, value] of [[this.#keywords, keyword], [this.#hashes, hash], [this.#examples, example], [this.#pins, 0], [this.#lastPin, NO_SPELLING]] as const) list.push(value); // prettier-ignore
      if (2 * number > this.#slots.length) this.#grow();
    }
    if (this.#lastPin.at(number) === pin) return;
    this.#lastPin.set(number, pin);
    this.#pins.set(number, this.#pins.at(number) + 1);
  }

  #slotOf(keyword: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = mix(keyword, hash) & mask;
    for (;;) {
      const number = this.#slots[slot]!;
      if (number === NO_SPELLING || (this.#hashes.at(number) === hash && this.#keywords.at(number) === keyword)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(NO_SPELLING);
    for (let number = 0; number < this.#examples.length; number++)
      this.#slots[this.#slotOf(this.#keywords.at(number), this.#hashes.at(number))] = number;
  }

  /** The spelling of most pins for each of these keywords; the first in the alphabet of equally frequent ones. */
  mostFrequent(keywords: Int32Array, textOf: (keyword: number, example: number) => string): string[] {
    const placeOf = new Map(Array.from(keywords, (keyword, place) => [keyword, place]));
    const texts: string[] = [];
    const pins = new Int32Array(keywords.length);
    for (let number = 0; number < this.#examples.length; number++) {
      const keyword = this.#keywords.at(number);
      const place = placeOf.get(keyword);
      if (place === undefined || this.#pins.at(number) < pins[place]!) continue;
      const text = textOf(keyword, this.#examples.at(number));
      if (this.#pins.at(number) === pins[place] && texts[place]! < text) continue;
      pins[place] = this.#pins.at(number);
      texts[place] = text;
    }
    return texts;
  }
}
