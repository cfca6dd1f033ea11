import { Injectable } from '@nestjs/common';
import { type KeywordBuild, KeywordBuilder } from '#domain/analytics/keywords/keyword-builder';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { WriteLock, type WriteLockOptions, type WriterScope } from '#domain/jobs/write-lock';

/** Recounts the keywords of the catalog as of today. */
@Injectable()
export class RecomputeKeywords {
  constructor(
    private readonly builder: KeywordBuilder,
    private readonly writeLock: WriteLock,
    private readonly clock: Clock,
  ) {}

  /** Under the write lock, because a recompute of growth replaces the tables that are read. */
  recompute(options: WriteLockOptions = {}): Promise<KeywordBuild> {
    return this.writeLock.runAsWriter((scope) => this.recomputeAsWriter(scope), options);
  }

  /** The same for a caller that holds the write lock. */
  recomputeAsWriter(scope: WriterScope): Promise<KeywordBuild> {
    return this.builder.rebuild(scope, dayOf(this.clock.now()));
  }
}
