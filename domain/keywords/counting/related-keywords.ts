import type { KeywordIndex } from '#domain/keywords/counting/keyword-index';

/** x log x, 0 at 0. */
const xLogX = (x: number): number => (x > 0 ? x * Math.log(x) : 0);

/**
 * The log-likelihood ratio of two keywords (Dunning 1993): how surprising it is that `common` of `total` pins have both, if `first` pins
 * have the one and `second` the other. 0 if they occur together as often as chance says.
 */
export function logLikelihoodRatio(common: number, first: number, second: number, total: number): number {
  const [onlyFirst, onlySecond] = [first - common, second - common];
  const neither = total - first - second + common;
  const cells = xLogX(common) + xLogX(onlyFirst) + xLogX(onlySecond) + xLogX(neither);
  const margins = xLogX(first) + xLogX(total - first) + xLogX(second) + xLogX(total - second);
  return Math.max(0, 2 * (cells - margins + xLogX(total)));
}

/** Do pins have both keywords more often than chance says? */
export const occurTogether = (common: number, first: number, second: number, total: number): boolean => common * total > first * second;

/** Two keywords are related from this many common pins on. */
const MIN_COMMON_PINS = 5;

/** How many related keywords are stored for each keyword. */
export const MAX_RELATED_KEYWORDS = 24;

/** A keyword that occurs on the same pins. */
interface KeywordRelation {
  readonly keyword: number;
  readonly common: number;
  readonly ratio: number;
}

/** Whether all words of one key are words of another, as of `recip` and `easi dinner recip`. */
function isPartOf(part: string, whole: string): boolean {
  const words = new Set(whole.split(' '));
  return part.split(' ').every((word) => words.has(word));
}

/** Finds the keywords related to others, one at a time: counts of common pins are kept in one array that is emptied after each. */
export class RelatedKeywords {
  readonly #index: KeywordIndex;
  readonly #commonPins: Int32Array;

  constructor(index: KeywordIndex) {
    this.#index = index;
    this.#commonPins = new Int32Array(index.count);
  }

  /**
   * Returns the keywords that occur on the same pins more often than chance says, those with the highest log-likelihood ratio first, then
   * those of most pins. Single words of the keyword itself say nothing and are left out.
   */
  find(keyword: number): KeywordRelation[] {
    const index = this.#index;
    const total = index.pinsOf(keyword).length;
    const related: KeywordRelation[] = [];
    for (const other of this.#countCommonPins(keyword)) {
      const common = this.#commonPins[other]!;
      this.#commonPins[other] = 0;
      const otherTotal = index.pinsOf(other).length;
      if (other === keyword || common < MIN_COMMON_PINS || !occurTogether(common, total, otherTotal, index.pinCount)) continue;
      related.push({ keyword: other, common, ratio: logLikelihoodRatio(common, total, otherTotal, index.pinCount) });
    }
    related.sort((a, b) => b.ratio - a.ratio || a.keyword - b.keyword);
    const key = index.keys[keyword]!;
    const best: KeywordRelation[] = [];
    for (const candidate of related) {
      if (best.length === MAX_RELATED_KEYWORDS) break;
      if (!isPartOf(index.keys[candidate.keyword]!, key)) best.push(candidate);
    }
    return best;
  }

  /** Counts the pins that a keyword shares with each other one; returns the others. */
  #countCommonPins(keyword: number): number[] {
    const others: number[] = [];
    const counts = this.#commonPins;
    for (const pin of this.#index.pinsOf(keyword)) {
      for (const other of this.#index.keywordsOf(pin)) {
        if (counts[other] === 0) others.push(other);
        counts[other]! += 1;
      }
    }
    return others;
  }
}
