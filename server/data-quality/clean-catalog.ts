import { Injectable } from '@nestjs/common';
import { ReadModel } from '#domain/catalog/read-model';
import { variantOf } from '#domain/catalog/variants';
import { WriteLock, type WriterScope } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import { CatalogBusy, Cleanups, MoreThanExpected, type OpenCleanup } from '#domain/data-quality/cleanups';
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

  /**
   * Returns the number of entities that this call deleted, at most `expected`. Throws `MoreThanExpected` if more have the issue when it
   * starts, and `CatalogBusy` when another writer does not finish in time.
   */
  async cleanUp(userId: string, cleanup: Cleanup, expected = Infinity): Promise<number> {
    const { id, hasLeftovers } = await this.#asWriter((scope) => this.#begin(scope, userId, cleanup, expected));
    let deleted = 0;
    try {
      for (let afterId: string | null = ''; afterId !== null && deleted < expected;) {
        const from: string = afterId;
        const maxRows: number = expected - deleted;
        const { removed, next } = await this.#asWriter((scope) => this.cleanups.removeBatch(scope, id, cleanup, from, maxRows));
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

  async #begin(scope: WriterScope, userId: string, cleanup: Cleanup, expected: number): Promise<OpenCleanup> {
    if (expected !== Infinity) {
      const matching = await this.cleanups.countMatching(scope, cleanup);
      if (matching > expected) throw new MoreThanExpected(cleanup, matching);
    }
    return this.cleanups.begin(scope, userId, cleanup, this.clock.now());
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
