import { Injectable } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import { ReadModel } from '#domain/catalog/read-model';
import { variantOf } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { CatalogQuality } from '#domain/data-quality/catalog-quality';
import { type BatchRequest, CatalogBusy, type OpenCleanup } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import { WriteLock, type WriterScope } from '#domain/jobs/write-lock';
import { Cleanups } from '#server/data-quality/postgres/cleanups';

/** Milliseconds between two attempts to become the catalog's only writer. */
const LOCK_RETRY_MS = 100;

/** A cleanup that has removed nothing for this long was interrupted. A batch takes seconds, and waits 20 for the lock. */
const INTERRUPTED_AFTER_MS = 2 * MINUTE_MS;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Deletes all entities that have an issue. Each batch takes the writer lock by itself, so that an import can run between two batches and
 * every batch sees the current rows. What is interrupted is resumed, by the same call or by the job.
 */
@Injectable()
export class CleanCatalog {
  /** Milliseconds that each batch waits for the catalog's writer lock. */
  lockTimeoutMs = 20 * SECOND_MS;

  constructor(
    private readonly cleanups: Cleanups,
    private readonly readModel: ReadModel,
    private readonly quality: CatalogQuality,
    private readonly writeLock: WriteLock,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the number of entities that this call deleted, at most those that have the issue when it starts. Throws `MoreThanExpected` if
   * these are more than `expected`, and `CatalogBusy` when another writer does not finish in time; then the job continues it.
   */
  async cleanUp(by: UserActor, cleanup: Cleanup, expected = Infinity): Promise<number> {
    return this.#run(await this.cleanups.begin(by, cleanup, expected, this.clock.now()), cleanup);
  }

  /** Finishes the cleanups whose server or connection failed, without more entities than they began with. Returns how many it deleted. */
  async resumeInterrupted(within?: LockScope): Promise<number> {
    let deleted = 0;
    for (const { id, cleanup } of await this.cleanups.listInterrupted(this.#interruptedSince())) {
      try {
        deleted += await this.#run({ id, hasLeftovers: true }, cleanup, within);
      } catch (error) {
        // The next run tries again.
        if (!(error instanceof CatalogBusy)) throw error;
      }
    }
    return deleted;
  }

  #interruptedSince(): Date {
    return new Date(this.clock.now().getTime() - INTERRUPTED_AFTER_MS);
  }

  async #run({ id, hasLeftovers }: OpenCleanup, cleanup: Cleanup, within?: LockScope): Promise<number> {
    let deleted = 0;
    try {
      for (let afterId: string | null = ''; afterId !== null;) {
        const batch: BatchRequest = { id, cleanup, afterId, now: this.clock.now() };
        const { removed, next } = await this.#asWriter((scope) => this.cleanups.removeBatch(scope, batch), within);
        deleted += removed;
        afterId = next;
      }
      await this.#asWriter(async (scope) => {
        if (deleted > 0 || hasLeftovers) await this.readModel.rebuild(scope, [variantOf[cleanup.entity_type]]);
        await this.cleanups.finish(scope, id, this.clock.now());
      }, within);
    } finally {
      this.quality.invalidateScans();
    }
    return deleted;
  }

  /** Runs `work` as the only writer. Polls for the lock, because waiting for it would occupy a connection until the other writer ends. */
  async #asWriter<T>(work: (scope: WriterScope) => Promise<T>, within?: LockScope): Promise<T> {
    const busy = new CatalogBusy();
    for (let waitedMs = 0; ; waitedMs += LOCK_RETRY_MS) {
      try {
        return await this.writeLock.runAsWriter(work, {
          onWait: () => {
            throw busy;
          },
          within,
        });
      } catch (error) {
        if (error !== busy || waitedMs >= this.lockTimeoutMs) throw error;
        await sleep(LOCK_RETRY_MS);
      }
    }
  }
}
