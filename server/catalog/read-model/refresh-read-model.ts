import { Injectable } from '@nestjs/common';
import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { WriteLock } from '#domain/catalog/write-lock';

/** Brings lists up to date that small imports have left behind. */
@Injectable()
export class RefreshReadModel {
  constructor(
    private readonly readModel: ReadModel,
    private readonly writeLock: WriteLock,
  ) {}

  /** Answers which lists were made anew. */
  async rebuildStale(): Promise<readonly Variant[]> {
    if ((await this.readModel.listStale()).length === 0) return [];
    return this.writeLock.runAsWriter(async (scope) => {
      // While the turn was waited for, an import may have done it.
      const staleVariants = await this.readModel.listStale();
      if (staleVariants.length > 0) await this.readModel.rebuild(scope, staleVariants);
      return staleVariants;
    });
  }
}
