import { Injectable } from '@nestjs/common';
import { ReadModel } from '#domain/catalog/read-model';
import { variantOf } from '#domain/catalog/variants';
import { WriteLock, type WriterScope } from '#domain/catalog/write-lock';
import { Clock } from '#domain/clock';
import { CatalogBusy, Cleanups } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import { QualityScans } from '#domain/data-quality/quality-scans';

/** How often it is looked whether the catalogue's other writer has ended, in milliseconds. */
const LOCK_RETRY_MS = 100;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Removes what has an issue. Every batch takes a turn of its own as the catalogue's only writer, so that an import gets in between and
 * what it brings is looked at as it is then. Cut off at any moment, the same call goes on.
 */
@Injectable()
export class CleanCatalog {
  /** How long the catalogue's other writer is waited for before each batch, in milliseconds. */
  lockTimeoutMs = 20_000;

  constructor(
    private readonly cleanups: Cleanups,
    private readonly readModel: ReadModel,
    private readonly scans: QualityScans,
    private readonly writeLock: WriteLock,
    private readonly clock: Clock,
  ) {}

  /** Answers how many entities this call removed. Throws `CatalogBusy` when somebody else goes on writing. */
  async cleanUp(userId: string, cleanup: Cleanup): Promise<number> {
    const { id, hasLeftovers } = await this.#asWriter((scope) => this.cleanups.begin(scope, userId, cleanup, this.clock.now()));
    let deleted = 0;
    try {
      for (let after: string | null = ''; after !== null;) {
        const from: string = after;
        const { removed, next: nextAfter } = await this.#asWriter((scope) => this.cleanups.removeBatch(scope, id, cleanup, from));
        deleted += removed;
        after = nextAfter;
      }
      await this.#asWriter(async (scope) => {
        if (deleted > 0 || hasLeftovers) await this.readModel.rebuild(scope, [variantOf[cleanup.entity_type]]);
        await this.cleanups.finish(scope, id, this.clock.now());
      });
    } finally {
      this.scans.invalidate();
    }
    return deleted;
  }

  /** Does some work as the only writer. A waiting connection would stay until the other ends, so it is asked again and again instead. */
  async #asWriter<T>(work: (scope: WriterScope) => Promise<T>): Promise<T> {
    const busy = new CatalogBusy();
    for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
      try {
        return await this.writeLock.runAsWriter(work, {
          onWait: () => {
            throw busy;
          },
        });
      } catch (error) {
        if (error !== busy || waitedMs >= this.lockTimeoutMs) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }
}
