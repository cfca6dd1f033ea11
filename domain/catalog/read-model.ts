import type { Variant } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';

/** The read model that serves large lists: every order of a list, built and published as one generation. */
export abstract class ReadModel {
  /** Builds the next generation of these lists from the current metrics and scores, or from the next ones, which are not published yet. */
  abstract prepareNext(scope: WriterScope, lists: readonly Variant[], generation: 'current' | 'next'): Promise<void>;

  /** Returns the lists whose read model lacks the latest changes. */
  abstract listStale(): Promise<readonly Variant[]>;

  /** Builds and publishes the next generation of these lists (all by default) from current data. Small lists get no read model. */
  abstract rebuild(scope: WriterScope, lists?: readonly Variant[]): Promise<void>;
}
