import { COMPETITION_PINS, competitionScore } from '#domain/keywords/competition';
import type { TopPin } from '#domain/keywords/competition-reason';
import type { KeywordIndex } from '#domain/keywords/counting/keyword-index';
import { medianOfSorted } from '#domain/numbers';
import { highestMonth, isMostlyDated, monthOf, MONTHS_PER_YEAR } from '#domain/keywords/season';
import { type Day, yearOf } from '#domain/days';

/** How many boards and pinners the page of a keyword shows. */
const MAX_TOP_OWNERS = 6;

/** Who owns the pins: boards or pinners. */
interface OwnedPins {
  /** The owner's number of each pin, -1 if it has none. */
  readonly ownerOf: Int32Array;
  readonly ownerCount: number;
}

/** Finds the owners with the most saves on some pins. The sums are kept in one array that is emptied after each search. */
class StrongestOwners {
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

/** A pin is fresh for this many days after its creation. */
const FRESH_DAYS = 90;

/** How many of its most saved pins the page of a keyword shows. */
const MAX_KEYWORD_TOP_PINS = 12;

/** Stands for an unknown count, day, or owner in the columns of pins. */
export const UNKNOWN_NUMBER = -1;

/** The pins of the catalog in the order of the index, one array per column; `UNKNOWN_NUMBER` where a value is not known. */
export interface PinColumns {
  readonly saves: Int32Array;
  readonly createdOn: Int32Array;
  readonly ownerFollowers: Int32Array;
  readonly boards: OwnedPins;
  readonly pinners: OwnedPins;
}

/** What is counted of one keyword. */
export interface KeywordFigures {
  readonly pins: number;
  /** The pins with known saves. */
  readonly knownPins: number;
  readonly saves: number;
  readonly medianSaves: number | null;
  readonly competition: number | null;
  /** The most saved pins, at most `MAX_KEYWORD_TOP_PINS`, by their number. */
  readonly topPins: readonly number[];
  /** What competition is computed from. */
  readonly competitors: readonly TopPin[];
  /** The pins of each month of creation, January first. */
  readonly pinsByMonth: readonly number[];
  /** The month of most pins, 1 for January, if it is a peak, and also without the year in which it has most: one year has no season. */
  readonly peak: number | null;
  /** The share of pins created in the last 90 days among those with a known creation. */
  readonly fresh: number | null;
  /** The boards and pinners with the most saves on pins of this keyword. */
  readonly topBoards: readonly number[];
  readonly topPinners: readonly number[];
}

const orNull = (value: number): number | null => (value === UNKNOWN_NUMBER ? null : value);

/** Counts keywords, one at a time. */
export class KeywordCounter {
  readonly #index: KeywordIndex;
  readonly #columns: PinColumns;
  readonly #today: Day;
  /** The month of creation of each pin: computed once, because a pin has many keywords. */
  readonly #months: Uint8Array;
  readonly #years: Uint16Array;
  readonly #boards: StrongestOwners;
  readonly #pinners: StrongestOwners;

  constructor(index: KeywordIndex, columns: PinColumns, today: Day) {
    this.#index = index;
    this.#columns = columns;
    this.#today = today;
    this.#months = Uint8Array.from(columns.createdOn, (day) => (day === UNKNOWN_NUMBER ? 0 : monthOf(day)));
    this.#years = Uint16Array.from(columns.createdOn, (day) => (day === UNKNOWN_NUMBER ? 0 : yearOf(day)));
    this.#boards = new StrongestOwners(columns.boards, columns.saves);
    this.#pinners = new StrongestOwners(columns.pinners, columns.saves);
  }

  count(keyword: number): KeywordFigures {
    const { saves, createdOn, ownerFollowers } = this.#columns;
    const pins = this.#index.pinsOf(keyword);
    const known = pins.filter((pin) => saves[pin] !== UNKNOWN_NUMBER);
    const sorted = known.map((pin) => saves[pin]!).sort();
    const topPins = this.#mostSaved(known, sorted);
    const competitors = topPins.slice(0, COMPETITION_PINS).map((pin) => ({
      saves: saves[pin]!,
      age_days: createdOn[pin] === UNKNOWN_NUMBER ? null : Math.max(0, this.#today - createdOn[pin]!),
      owner_followers: orNull(ownerFollowers[pin]!),
    }));
    return {
      pins: pins.length,
      knownPins: known.length,
      saves: sorted.reduce((sum, count) => sum + count, 0),
      medianSaves: medianOfSorted(sorted),
      competition: competitionScore(competitors.map((competitor) => competitor.saves)),
      topPins,
      competitors,
      ...this.#countDates(pins),
      topBoards: this.#boards.find(known),
      topPinners: this.#pinners.find(known),
    };
  }

  /** The most saved pins; of equally saved ones, those that were read first. */
  #mostSaved(known: Int32Array, sorted: Int32Array): number[] {
    const { saves } = this.#columns;
    const threshold = sorted[Math.max(0, sorted.length - MAX_KEYWORD_TOP_PINS)] ?? 0;
    const candidates = Array.from(known.filter((pin) => saves[pin]! > threshold));
    for (const pin of known) {
      if (candidates.length >= MAX_KEYWORD_TOP_PINS) break;
      if (saves[pin] === threshold) candidates.push(pin);
    }
    return candidates.sort((a, b) => saves[b]! - saves[a]! || a - b);
  }

  #countDates(pins: Int32Array): Pick<KeywordFigures, 'pinsByMonth' | 'peak' | 'fresh'> {
    const { createdOn } = this.#columns;
    const dated = pins.filter((pin) => createdOn[pin] !== UNKNOWN_NUMBER);
    const pinsByMonth = this.#countMonths(dated);
    const fresh = dated.filter((pin) => createdOn[pin]! > this.#today - FRESH_DAYS).length;
    return {
      pinsByMonth,
      peak: this.#peakOf(dated, highestMonth({ pins: pins.length, pinsByMonth })),
      fresh: isMostlyDated(dated.length, pins.length) ? fresh / dated.length : null,
    };
  }

  #countMonths(dated: Int32Array): number[] {
    const pinsByMonth = Array<number>(MONTHS_PER_YEAR).fill(0);
    for (const pin of dated) pinsByMonth[this.#months[pin]!]! += 1;
    return pinsByMonth;
  }

  /** The highest month if it is one also without its best year. */
  #peakOf(dated: Int32Array, highest: number | null): number | null {
    if (highest === null) return null;
    const years = new Map<number, number>();
    for (const pin of dated) if (this.#months[pin] === highest - 1) years.set(this.#years[pin]!, (years.get(this.#years[pin]!) ?? 0) + 1);
    const [bestYear] = [...years].reduce((best, year) => (year[1] > best[1] ? year : best));
    const others = dated.filter((pin) => this.#years[pin] !== bestYear);
    return highestMonth({ pins: others.length, pinsByMonth: this.#countMonths(others) }) === highest ? highest : null;
  }
}
