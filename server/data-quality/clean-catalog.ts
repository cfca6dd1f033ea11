import { Injectable } from '@nestjs/common';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { variantOf } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { CatalogBusy, Cleanups } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import { QualityScans } from '#domain/data-quality/quality-scans';
import { Jobs } from '#domain/jobs';

/** How often it is looked whether the catalogue's other writer has ended, in milliseconds. */
const LOOK = 100;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Removes what has an issue. Every batch takes a turn of its own as the catalogue's only writer, so that an import gets in between and
 * what it brings is looked at as it is then. Cut off at any moment, the same call goes on.
 */
@Injectable()
export class CleanCatalog {
  /** How long the catalogue's other writer is waited for before each batch, in milliseconds. */
  patience = 20_000;

  constructor(
    private readonly cleanups: Cleanups,
    private readonly lists: OrderedLists,
    private readonly scans: QualityScans,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Answers how many entities this call removed. Throws `CatalogBusy` when somebody else goes on writing. */
  async run(userId: string, cleanup: Cleanup): Promise<number> {
    const { id, hasLeftovers } = await this.#turn(() => this.cleanups.begin(userId, cleanup, this.clock.now()));
    let deleted = 0;
    try {
      for (let after: string | null = ''; after !== null;) {
        const from: string = after;
        const { removed, next } = await this.#turn(() => this.cleanups.remove(id, cleanup, from));
        deleted += removed;
        after = next;
      }
      await this.#turn(async () => {
        if (deleted > 0 || hasLeftovers) await this.lists.rebuild([variantOf[cleanup.entity_type]]);
        await this.cleanups.end(id, this.clock.now());
      });
    } finally {
      this.scans.forget();
    }
    return deleted;
  }

  /** Does some work as the only writer. A waiting connection would stay until the other ends, so it is asked again and again instead. */
  async #turn<T>(work: () => Promise<T>): Promise<T> {
    const busy = new CatalogBusy();
    for (let waited = 0; ; waited += LOOK) {
      try {
        return await this.jobs.asWriter(work, () => {
          throw busy;
        });
      } catch (error) {
        if (error !== busy || waited >= this.patience) throw error;
        await pause(LOOK);
      }
    }
  }
}
