export const NO_NODE = -1;
const FIRST_SLOTS = 1 << 16;

/** A mix of two numbers, for tables whose size is a power of two. */
export const mix = (one: number, other: number): number => {
  const mixed = Math.imul(one ^ Math.imul(other, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** The hash of some words and one more. */
export const hashWord = mix;

/** Phrases as a tree of terms: a node is a phrase, its children continue it by a term. The nodes of single terms are the terms themselves. */
export class PhraseTree {
  #parents: Int32Array;
  #terms: Int32Array;
  #slots = new Int32Array(FIRST_SLOTS).fill(NO_NODE);
  size: number;

  constructor(termCount: number) {
    this.size = termCount;
    this.#parents = new Int32Array(2 * termCount).fill(NO_NODE);
    this.#terms = Int32Array.from(this.#parents.keys());
  }

  /** The node of a phrase that continues another; `NO_NODE` if it was not added. */
  find(parent: number, term: number): number {
    return this.#slots[this.#slotOf(parent, term)]!;
  }

  /** The same; adds it where it is missing. */
  findOrAdd(parent: number, term: number): number {
    const slot = this.#slotOf(parent, term);
    if (this.#slots[slot]! !== NO_NODE) return this.#slots[slot]!;
    const node = this.size++;
    if (node >= this.#parents.length) {
      this.#parents = lengthen(this.#parents);
      this.#terms = lengthen(this.#terms);
    }
    this.#parents[node] = parent;
    this.#terms[node] = term;
    this.#slots[slot] = node;
    if (2 * node > this.#slots.length) this.#grow();
    return node;
  }

  /** The terms of a phrase. */
  termsOf(node: number): number[] {
    const terms: number[] = [];
    for (let each = node; each !== NO_NODE; each = this.#parents[each]!) terms.unshift(this.#terms[each]!);
    return terms;
  }

  /** The slot of a phrase, or the free one where it belongs. */
  #slotOf(parent: number, term: number): number {
    const slots = this.#slots;
    const terms = this.#terms;
    const parents = this.#parents;
    const mask = slots.length - 1;
    let slot = mix(parent, term) & mask;
    for (;;) {
      const node = slots[slot]!;
      if (node === NO_NODE || (terms[node] === term && parents[node] === parent)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const nodes = this.#slots.filter((node) => node !== NO_NODE);
    this.#slots = new Int32Array(2 * this.#slots.length).fill(NO_NODE);
    for (const node of nodes) this.#slots[this.#slotOf(this.#parents[node]!, this.#terms[node]!)] = node;
  }
}

function lengthen(values: Int32Array): Int32Array {
  const longer = new Int32Array(Math.max(1_024, 2 * values.length));
  longer.set(values);
  return longer;
}
