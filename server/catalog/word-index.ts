import { longer, Fields, type RowReader } from '#server/database/copy-format';

const NONE = -1;

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let place = from; place < to; place++) hash = Math.imul(hash ^ bytes[place]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Which words there are and which of them each row has, in typed arrays: a million rows of a dozen words take a hundred megabytes. */
export class WordIndex {
  /** The words, as fields of a binary copy. */
  readonly words = new Fields();
  /** How many rows have each word. */
  totals = new Int32Array(1 << 12);
  /** How many pairs of a row and a word there are. */
  pairs = 0;
  #table = new Int32Array(1 << 13).fill(NONE);
  #rows = 0;
  #ends = new Int32Array(1 << 12);
  #rowWords = new Int32Array(1 << 15);

  readonly #add = (bytes: Uint8Array, from: number, to: number): void => {
    const word = this.#placeOf(bytes, from, to);
    this.totals[word]!++;
    if (this.pairs === this.#rowWords.length) this.#rowWords = longer(this.#rowWords, new Int32Array(this.pairs * 2));
    this.#rowWords[this.pairs++] = word;
  };

  /** Takes the words of the next row: the field the reader stands at. */
  addRow(reader: RowReader): void {
    reader.texts(this.#add);
    if (this.#rows === this.#ends.length) this.#ends = longer(this.#ends, new Int32Array(this.#rows * 2));
    this.#ends[this.#rows++] = this.pairs;
  }

  /**
   * The ranks of the rows that have each of the words `from` to `to`, ascending and one word after the other, when `rows` lists the
   * rows in the order of their ranks; those of a word begin at the sum of the totals before it.
   */
  ranks(rows: Int32Array, from: number, to: number): Int32Array {
    const starts = new Int32Array(to - from);
    let length = 0;
    for (let word = from; word < to; word++) {
      starts[word - from] = length;
      length += this.totals[word]!;
    }
    const ranks = new Int32Array(length);
    const [ends, rowWords] = [this.#ends, this.#rowWords];
    for (let rank = 0; rank < rows.length; rank++) {
      const row = rows[rank]!;
      const end = ends[row]!;
      for (let pair = row === 0 ? 0 : ends[row - 1]!; pair < end; pair++) {
        const word = rowWords[pair]!;
        if (word >= from && word < to) ranks[starts[word - from]!++] = rank + 1;
      }
    }
    return ranks;
  }

  #placeOf(bytes: Uint8Array, from: number, to: number): number {
    const mask = this.#table.length - 1;
    for (let slot = hashOf(bytes, from, to) & mask; ; slot = (slot + 1) & mask) {
      const word = this.#table[slot]!;
      if (word === NONE) return this.#newWord(bytes, from, to, slot);
      if (this.#is(word, bytes, from, to)) return word;
    }
  }

  #is(word: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { bytes: known, starts } = this.words;
    let place = starts[word]! + 4;
    if (starts[word + 1]! - place !== to - from) return false;
    for (let other = from; other < to; other++) if (known[place++] !== bytes[other]) return false;
    return true;
  }

  #newWord(bytes: Uint8Array, from: number, to: number, slot: number): number {
    const word = this.words.count;
    // The length stands in the four bytes before a text, in an array as in a field.
    this.words.add(bytes.subarray(from - 4, to));
    if (word === this.totals.length) this.totals = longer(this.totals, new Int32Array(word * 2));
    this.#table[slot] = word;
    if (this.words.count * 2 > this.#table.length) this.#rehash();
    return word;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2).fill(NONE);
    const mask = table.length - 1;
    const { bytes, starts, count } = this.words;
    for (let word = 0; word < count; word++) {
      let slot = hashOf(bytes, starts[word]! + 4, starts[word + 1]!) & mask;
      while (table[slot] !== NONE) slot = (slot + 1) & mask;
      table[slot] = word;
    }
    this.#table = table;
  }
}
