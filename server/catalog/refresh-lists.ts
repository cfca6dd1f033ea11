import { Injectable } from '@nestjs/common';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import type { Variant } from '#domain/catalog/variants';
import { Jobs } from '#domain/jobs';

/** Brings lists up to date that small imports have left behind. */
@Injectable()
export class RefreshLists {
  constructor(
    private readonly lists: OrderedLists,
    private readonly jobs: Jobs,
  ) {}

  /** Answers which lists were made anew. */
  async run(): Promise<readonly Variant[]> {
    if ((await this.lists.behind()).length === 0) return [];
    return this.jobs.asWriter(async () => {
      // While the turn was waited for, an import may have done it.
      const behind = await this.lists.behind();
      if (behind.length > 0) await this.lists.rebuild(behind);
      return behind;
    });
  }
}
