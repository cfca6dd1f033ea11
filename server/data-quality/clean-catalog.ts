import { Injectable } from '@nestjs/common';
import { ReadModel } from '#domain/catalog/read-model';
import { variantOf } from '#domain/catalog/variants';
import { WriteLock, type WriterScope } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import { CatalogBusy, Cleanups } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import { QualityScans } from '#domain/data-quality/quality-scans';
import { SECOND_MS } from '#domain/durations';

/** Milliseconds between two attempts to become the catalog's only writer. */
const LOCK_RETRY_MS = 100;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Deletes all entities that have an issue. Each batch takes the writer lock by itself, so that an import can run between two batches and
 * every batch sees the current rows. The same call after an interruption continues where it stopped.
 */
@Injectable()
export class CleanCatalog {
  /** Milliseconds that each batch waits for the catalog's writer lock. */
  lockTimeoutMs = 20 * SECOND_MS;

  constructor(
    private readonly cleanups: Cleanups,
    private readonly readModel: ReadModel,
    private readonly scans: QualityScans,
    private readonly writeLock: WriteLock,
    private readonly clock: Clock,
  ) {}

  /** Returns the number of entities that this call deleted. Throws `CatalogBusy` when another writer does not finish in time. */
  async cleanUp(userId: string, cleanup: Cleanup): Promise<number> {
    const { id, hasLeftovers } = await this.#asWriter((scope) => this.cleanups.begin(scope, userId, cleanup, this.clock.now()));
    let deleted = 0;
    try {
      for (let afterId: string | null = ''; afterId !== null;) {
        const from: string = afterId;
        const { removed, next } = await this.#asWriter((scope) => this.cleanups.removeBatch(scope, id, cleanup, from));
        deleted += removed;
        afterId = next;
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

  /** Runs `work` as the only writer. Polls for the lock, because waiting for it would occupy a connection until the other writer ends. */
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
