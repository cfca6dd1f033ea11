import { IntegerList } from '#domain/keywords/counting/integer-list';
import { hashWord, mix, NO_NODE, PhraseTree } from '#domain/keywords/counting/phrase-tree';
import type { TextColumns } from '#domain/keywords/counting/pin-texts';
import { wordRoles } from '#domain/keywords/keyword-texts';
import { MAX_RUN_WORDS } from '#domain/keywords/keywords';

const BUCKETS = 1 << 25;
const FULL_BUCKET = 255;

/** Called with a run, where it begins and ends, and a hash of its words. */
type VisitRun = (pin: number, node: number, start: number, end: number, hash: number) => void;

/**
 * The runs of one to four words that are in enough pins. A run can only be that frequent if the one without its last word is: each pass
 * lengthens frequent runs by a word, and counts roughly first, so that only runs that may be frequent take memory.
 */
export class PhraseCounter {
  readonly tree: PhraseTree;
  readonly #texts: TextColumns;
  readonly #minPins: number;
  /** The pins of each node, and the last of them. */
  readonly #pins = new IntegerList();
  readonly #lastPin = new IntegerList();

  constructor(texts: TextColumns, termCount: number, minPins: number) {
    this.#texts = texts;
    this.#minPins = minPins;
    this.tree = new PhraseTree(termCount);
    this.#countTerms();
    for (let length = 2; length <= MAX_RUN_WORDS; length++) this.#countLonger(length);
  }

  isFrequent(node: number): boolean {
    return node < this.#pins.length && this.#pins.at(node) >= this.#minPins;
  }

  /** Visits all runs that are in the tree and may be keywords, pin by pin; a run comes as often as it is there. */
  visitRuns(visit: VisitRun): void {
    const { tokens } = this.#texts;
    this.#visitStarts((pin, start, end) => {
      const first = tokens[start]! >> 1;
      let node = this.#texts.termOf[first]!;
      let roles = this.#texts.roles[first]!;
      let hash = hashWord(0, first);
      if ((roles & wordRoles.standsAlone) !== 0) visit(pin, node, start, start + 1, hash);
      for (let index = start + 1; index < Math.min(end, start + MAX_RUN_WORDS); index++) {
        const term = this.#termAt(index);
        if (term < 0 || (node = this.tree.find(node, term)) === NO_NODE || this.#isRepeated(start, index)) return;
        const last = this.#rolesAt(index);
        if ((roles & last & wordRoles.discloses) !== 0) return;
        roles |= last;
        hash = hashWord(hash, tokens[index]! >> 1);
        if ((last & wordRoles.ends) !== 0 && (roles & wordRoles.means) !== 0) visit(pin, node, start, index + 1, hash);
      }
    });
  }

  /** Whether a word of a run has been there before, without a stop word in between: `cake` in `cake pops cake`, but not `step by step`. */
  #isRepeated(start: number, index: number): boolean {
    const term = this.#termAt(index);
    for (let earlier = index - 1; earlier >= start && (this.#texts.tokens[earlier]! & 1) === 0; earlier--)
      if (this.#termAt(earlier) === term) return true;
    return false;
  }

  /** The term of a word; below 0 for a mark. */
  #termAt(index: number): number {
    const token = this.#texts.tokens[index]!;
    return token < 0 ? token : this.#texts.termOf[token >> 1]!;
  }

  /** What a word may do in a phrase: nothing as a stop word of its text. */
  #rolesAt(index: number): number {
    const token = this.#texts.tokens[index]!;
    return token < 0 || (token & 1) === 1 ? 0 : this.#texts.roles[token >> 1]!;
  }

  /** Visits the places where runs begin, with the end of the pin. */
  #visitStarts(visit: (pin: number, start: number, end: number) => void): void {
    const { ends } = this.#texts;
    let start = 0;
    for (let pin = 0; pin < ends.length; pin++) {
      for (const end = ends[pin]!; start < end; start++) {
        if ((this.#rolesAt(start) & wordRoles.begins) !== 0) visit(pin, start, end);
      }
    }
  }

  #count(node: number, pin: number): void {
    while (this.#pins.length <= node) {
      this.#pins.push(0);
      this.#lastPin.push(-1);
    }
    if (this.#lastPin.at(node) === pin) return;
    this.#lastPin.set(node, pin);
    this.#pins.set(node, this.#pins.at(node) + 1);
  }

  #countTerms(): void {
    const { ends } = this.#texts;
    let index = 0;
    for (let pin = 0; pin < ends.length; pin++) {
      for (; index < ends[pin]!; index++) {
        const term = this.#termAt(index);
        if (term >= 0) this.#count(term, pin);
      }
    }
  }

  #countLonger(length: number): void {
    const buckets = new Uint8Array(BUCKETS);
    this.#visitLonger(length, (_, parent, term) => {
      const bucket = mix(parent, term) & (BUCKETS - 1);
      if (buckets[bucket]! < FULL_BUCKET) buckets[bucket]! += 1;
    });
    this.#visitLonger(length, (pin, parent, term) => {
      if (buckets[mix(parent, term) & (BUCKETS - 1)]! >= this.#minPins) this.#count(this.tree.findOrAdd(parent, term), pin);
    });
  }

  /** Visits runs of a length as the frequent run without their last word, and this word, which is frequent as well. */
  #visitLonger(length: number, visit: (pin: number, parent: number, term: number) => void): void {
    this.#visitStarts((pin, start, end) => {
      const last = start + length - 1;
      if (last >= end) return;
      let node = this.#termAt(start);
      for (let index = start + 1; index < last && node !== NO_NODE; index++) {
        const term = this.#termAt(index);
        node = term < 0 || !this.isFrequent(node) ? NO_NODE : this.tree.find(node, term);
      }
      if (node === NO_NODE || !this.isFrequent(node)) return;
      const term = this.#termAt(last);
      if (term >= 0 && this.isFrequent(term)) visit(pin, node, term);
    });
  }
}
