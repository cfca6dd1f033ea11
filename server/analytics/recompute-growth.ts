import { Injectable } from '@nestjs/common';
import { GrowthLedger, type NextScores, type OnGrowthProgress } from '#domain/analytics/growth-ledger';
import type { Touched } from '#domain/catalog/catalog-intake';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { type Day, dayLabel, dayOf } from '#domain/days';
import { type JobOutcome, Jobs } from '#domain/jobs';

const silent: OnGrowthProgress = () => undefined;

/** Computes growth, momentum and ranks anew and then the lists that are ordered by them. */
@Injectable()
export class RecomputeGrowth {
  constructor(
    private readonly ledger: GrowthLedger,
    private readonly lists: OrderedLists,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Everything as of today, once a day over all instances. */
  nightly(): Promise<JobOutcome> {
    const today = this.#today();
    return this.jobs.exclusively('growth', dayLabel(today), () => this.asOf(today));
  }

  /** Everything as of a day, today by default; answers how many entities were scored. */
  asOf(day: Day = this.#today(), onProgress = silent, onWait?: () => void): Promise<number> {
    return this.jobs.asWriter(async () => this.#show(await this.ledger.scoreAll(day, onProgress)), onWait);
  }

  /** As of today what an import touched: a few where they stand, many with all others; everything when the present scores are of another day. */
  touched(touched: Touched, onProgress = silent, onWait?: () => void): Promise<number> {
    return this.jobs.asWriter(async () => {
      const today = this.#today();
      const amended = await this.ledger.amend(today, touched);
      if (amended !== null) return amended;
      return this.#show((await this.ledger.scoreTouched(today, touched, onProgress)) ?? (await this.ledger.scoreAll(today, onProgress)));
    }, onWait);
  }

  async #show(next: NextScores): Promise<number> {
    // A list is made while the scores of the next one are ranked; never two lists at once, for each takes its memory.
    let lists = Promise.resolve();
    const make = (list: Variant): void => {
      lists = lists.then(() => this.lists.prepare([list], 'next'));
      lists.catch(() => undefined);
    };
    // Whatever fails, nothing is under way any more when the next writer has its turn.
    await this.ledger.prepare(next, make).finally(() => lists);
    await this.ledger.publish(next);
    return next.rows;
  }

  #today(): Day {
    return dayOf(this.clock.now());
  }
}
