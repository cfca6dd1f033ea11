import { priors } from '#domain/analytics/growth/momentum';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';
import { fillSeries, indexOfDay, removeOutliers, removeZeroDropouts, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { DEFAULT_LIST_PERIOD, periodDays } from '#domain/catalog/metrics';
import type { Momentum } from '#domain/catalog/momentum';
import { sparklineOf } from '#domain/catalog/rows/sparkline';
import { type Day, MINUTES_PER_DAY } from '#domain/days';
import type { KeywordIndex } from '#domain/keywords/counting/keyword-index';

const PERIOD_DAYS = periodDays[DEFAULT_LIST_PERIOD];

/** Momentum reads this many days: the period, the one before, and a month of look-back. */
const WINDOW_DAYS = 2 * PERIOD_DAYS + 31;

/** A pin counts from this many readings on. */
const MIN_READINGS = 2;

/** The momentum of a keyword, with what it was measured from. */
export interface KeywordMomentum extends Momentum {
  /** The daily sums of the last 90 days; see `sparklineOf`. */
  readonly sparkline: string | null;
  /** The pins with at least two readings. */
  readonly measuredPins: number;
}

/**
 * The daily sums of saves of each keyword's pins, without readings of failed crawls. On each day, a pin counts with its last reading up to that day, or with its first one
 * before that, so that a pin that is read for the first time is no gain.
 */
export class KeywordSeries {
  readonly #index: KeywordIndex;
  readonly #today: Day;
  readonly #firstDay: Day;
  /** Per keyword and day: by how much the sum changed. NaN: no pin of the keyword was read on this day. */
  readonly #changes: Float64Array;
  /** Per keyword: the sum before the first day. */
  readonly #sums: Float64Array;
  readonly #measuredPins: Int32Array;
  readonly #days = new Int32Array(WINDOW_DAYS);
  readonly #counts = new Float64Array(WINDOW_DAYS);
  readonly #loaded = new ScoredSeries();
  readonly #kept = new ScoredSeries();

  constructor(index: KeywordIndex, today: Day) {
    this.#index = index;
    this.#today = today;
    this.#firstDay = today - WINDOW_DAYS + 1;
    this.#changes = new Float64Array(index.count * WINDOW_DAYS).fill(NaN);
    this.#sums = new Float64Array(index.count);
    this.#measuredPins = new Int32Array(index.count);
  }

  /** Adds the readings of a pin: its days in ascending order, one reading per day, NaN where its saves are unknown. */
  addPin(pin: number, days: ArrayLike<number>, saves: ArrayLike<number>, length: number): void {
    const keywords = this.#index.keywordsOf(pin);
    if (keywords.length === 0) return;
    this.#keepReadings(days, saves, length);
    const kept = this.#kept;
    if (kept.length < MIN_READINGS) return;
    for (const keyword of keywords) {
      this.#measuredPins[keyword]! += 1;
      this.#sums[keyword]! += kept.values[0]!;
      const offset = keyword * WINDOW_DAYS - this.#firstDay;
      let previous = kept.values[0]!;
      for (let reading = 0; reading < kept.length; reading++) {
        const cell = offset + kept.days[reading]!;
        const count = kept.values[reading]!;
        const change = this.#changes[cell]!;
        this.#changes[cell] = (Number.isNaN(change) ? 0 : change) + count - previous;
        previous = count;
      }
    }
  }

  /** Measures the momentum of a keyword. */
  measure(keyword: number): KeywordMomentum {
    const offset = keyword * WINDOW_DAYS;
    let sum = this.#sums[keyword]!;
    let length = 0;
    for (let day = 0; day < WINDOW_DAYS; day++) {
      const change = this.#changes[offset + day]!;
      if (Number.isNaN(change)) continue;
      sum += change;
      this.#days[length] = this.#firstDay + day;
      this.#counts[length++] = sum;
    }
    const measured = momentum(this.#days, this.#counts, length, this.#today, PERIOD_DAYS, priors.saves);
    const minutes = Array.from(this.#days.subarray(0, length), (day) => day * MINUTES_PER_DAY);
    const sparkline = sparklineOf(minutes, Array.from(this.#counts.subarray(0, length)), this.#today);
    return { ...measured, sparkline, measuredPins: this.#measuredPins[keyword]! };
  }

  /** Keeps the known readings of the window without those of failed crawls, as the momentum of the pin does: one of them would bend the sum of all its keywords. */
  #keepReadings(days: ArrayLike<number>, saves: ArrayLike<number>, length: number): void {
    fillSeries(this.#loaded, days, saves, length, priors.saves);
    removeZeroDropouts(this.#loaded, indexOfDay(this.#loaded, this.#firstDay), indexOfDay(this.#loaded, this.#today + 1), this.#kept);
    removeOutliers(this.#kept, PERIOD_DAYS);
  }
}
