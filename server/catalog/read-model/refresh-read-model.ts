import { Injectable } from '@nestjs/common';
import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { WriteLock } from '#domain/jobs/write-lock';
import type { LockScope } from '#domain/jobs/lock-scope';

/** Rebuilds the lists that small imports have left stale. */
@Injectable()
export class RefreshReadModel {
  constructor(
    private readonly readModel: ReadModel,
    private readonly writeLock: WriteLock,
  ) {}

  /** Returns the rebuilt lists. */
  async rebuildStale(within: LockScope): Promise<readonly Variant[]> {
    if ((await this.readModel.listStale()).length === 0) return [];
    return this.writeLock.runAsWriter(
      async (scope) => {
        // An import may have rebuilt them while this waited for the lock.
        const staleVariants = await this.readModel.listStale();
        if (staleVariants.length > 0) await this.readModel.rebuild(scope, staleVariants);
        return staleVariants;
      },
      { within },
    );
  }
}
