import { Injectable } from '@nestjs/common';
import { GrowthLedger } from '#domain/analytics/growth/growth-ledger';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { type KeywordBuild, Keywords } from '#domain/keywords/keywords';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { WriteLock, type WriteLockOptions, type WriterScope } from '#domain/jobs/write-lock';

/** Recounts the keywords of the catalog as of today. */
@Injectable()
export class RecomputeKeywords {
  constructor(
    private readonly keywords: Keywords,
    private readonly ledger: GrowthLedger,
    private readonly writeLock: WriteLock,
    private readonly clock: Clock,
    private readonly interest: SearchInterest,
  ) {}

  /** Under the write lock, because a recompute of growth replaces the tables that are read. */
  recompute(options: WriteLockOptions = {}): Promise<KeywordBuild> {
    return this.writeLock.runAsWriter((scope) => this.recomputeAsWriter(scope), options);
  }

  /** The same for a caller that holds the write lock. The checks of pins look at the competition of keywords; the next rise of a keyword depends on the day. */
  async recomputeAsWriter(scope: WriterScope): Promise<KeywordBuild> {
    const build = await this.keywords.rebuild(scope, dayOf(this.clock.now()));
    await this.ledger.recheckPins(scope);
    await this.interest.refreshOutlooks(dayOf(this.clock.now()));
    return build;
  }

  /** Counts them unless some are known: a site that is new, or whose demo was removed, shows keywords as soon as it has pins, and not only tomorrow. */
  async countFirstAsWriter(scope: WriterScope): Promise<void> {
    if (!(await this.keywords.findBuild())?.keywords) await this.recomputeAsWriter(scope);
  }
}
