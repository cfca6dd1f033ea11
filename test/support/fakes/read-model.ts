import { ReadModel } from '#domain/catalog/read-model';
import { type Variant, variants } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';

/** A read model that records what is built. */
export class FakeReadModel extends ReadModel {
  readonly prepared: (readonly Variant[])[] = [];
  readonly rebuilt: (readonly Variant[])[] = [];
  stale: readonly Variant[] = [];

  listStale(): Promise<readonly Variant[]> {
    return Promise.resolve(this.stale);
  }

  async prepareNext(_scope: WriterScope, lists: readonly Variant[]): Promise<void> {
    this.prepared.push(lists);
  }

  async rebuild(_scope: WriterScope, lists: readonly Variant[] = variants): Promise<void> {
    this.rebuilt.push(lists);
    this.stale = this.stale.filter((variant) => !lists.includes(variant));
  }
}
