import type { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';

export interface OpenReadModel {
  readonly readModel: ReadModel;
  /** Makes lists stale, as a small import does. */
  readonly markStale: (lists: readonly Variant[]) => Promise<void>;
}

/** What every read model does. */
export function describeReadModel(open: () => Promise<OpenReadModel>): void {
  it('lists stale lists until they are rebuilt', async () => {
    const { readModel, markStale } = await open();
    expect(await readModel.listStale()).toEqual([]);
    await markStale(['boards', 'pins']);
    expect(await readModel.listStale()).toEqual(['boards', 'pins']);
    await readModel.rebuild(new WriterScope(), ['pins']);
    expect(await readModel.listStale()).toEqual(['boards']);
    await readModel.rebuild(new WriterScope());
    expect(await readModel.listStale()).toEqual([]);
  });
}
