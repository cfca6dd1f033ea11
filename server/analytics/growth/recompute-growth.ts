import { Injectable } from '@nestjs/common';
import { GrowthLedger, type NextScores, type OnGrowthProgress } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/catalog-import';
import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { type Day, dayLabel, dayOf } from '#domain/days';
import { type JobOutcome, Jobs } from '#domain/jobs';

const ignoreProgress: OnGrowthProgress = () => undefined;

/** Computes growth, momentum and ranks anew and then the lists that are ordered by them. */
@Injectable()
export class RecomputeGrowth {
  constructor(
    private readonly ledger: GrowthLedger,
    private readonly readModel: ReadModel,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Everything as of today, once a day over all instances. */
  runNightly(): Promise<JobOutcome> {
    const today = this.#today();
    return this.jobs.runExclusively('growth', dayLabel(today), () => this.recomputeAll(today));
  }

  /** Everything as of a day, today by default; answers how many entities were scored. */
  recomputeAll(day: Day = this.#today(), onProgress = ignoreProgress, onWait?: () => void): Promise<number> {
    return this.jobs.runAsWriter(async () => this.#publish(await this.ledger.scoreAll(day, onProgress)), onWait);
  }

  /** As of today what an import touched: a few where they stand, many with all others; everything when the present scores are of another day. */
  recomputeChanged(changed: ChangedIds, onProgress = ignoreProgress, onWait?: () => void): Promise<number> {
    return this.jobs.runAsWriter(async () => {
      const today = this.#today();
      const amended = await this.ledger.updateInPlace(today, changed);
      if (amended !== null) return amended;
      return this.#publish((await this.ledger.scoreChanged(today, changed, onProgress)) ?? (await this.ledger.scoreAll(today, onProgress)));
    }, onWait);
  }

  async #publish(nextScores: NextScores): Promise<number> {
    // A list is made while the scores of the next one are ranked; never two lists at once, for each takes its memory.
    let builds = Promise.resolve();
    const buildList = (list: Variant): void => {
      builds = builds.then(() => this.readModel.prepareNext([list], 'next'));
      builds.catch(() => undefined);
    };
    // Whatever fails, nothing is under way any more when the next writer has its turn.
    await this.ledger.prepareNext(nextScores, buildList).finally(() => builds);
    await this.ledger.publish(nextScores);
    return nextScores.rows;
  }

  #today(): Day {
    return dayOf(this.clock.now());
  }
}
