import type { GrowthLedger, GrowthProgress, NextScores } from '#domain/analytics/growth/growth-ledger';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { parseDay } from '#domain/days';

export interface OpenGrowthLedger {
  readonly ledger: GrowthLedger;
  readonly addSeries: (entity: EntityType, ids: readonly string[]) => Promise<void>;
  /** Sets the number of entities of each type. */
  readonly setTotals: (total: number) => Promise<void>;
  /** Builds the next read model of these lists, which is published with the scores. */
  readonly buildLists: (lists: readonly Variant[]) => Promise<void>;
}

const TODAY = parseDay('2026-08-23') ?? 0;
const LARGE_TOTAL = 20_000;
const scope = new WriterScope();
const ignoreProgress = () => undefined;

/** What every growth ledger does. */
export function describeGrowthLedger(open: () => Promise<OpenGrowthLedger>): void {
  let opened: OpenGrowthLedger;
  let ledger: GrowthLedger;
  beforeEach(async () => {
    opened = await open();
    ({ ledger } = opened);
    await opened.addSeries('board', ['b1', 'b2']);
    await opened.addSeries('pinner', ['p1']);
  });

  async function publish(next: NextScores): Promise<Variant[]> {
    const ready: Variant[] = [];
    await ledger.prepareNext(scope, next, (list) => ready.push(list));
    await opened.buildLists(ready);
    await ledger.publish(scope, next);
    return ready;
  }

  it('scores every entity that has a series and reports its progress', async () => {
    const progress: GrowthProgress[] = [];
    const next = await ledger.scoreAll(scope, TODAY, (step) => progress.push(step));
    expect({ day: next.day, rows: next.rows, entities: next.entities.toSorted() }).toEqual({
      day: TODAY,
      rows: 3,
      entities: entityTypes.toSorted(),
    });
    expect(progress).toContainEqual({ entity: 'board', done: 2, total: 2 });
    expect(progress).toContainEqual({ entity: 'pinner', done: 1, total: 1 });
  });

  it('says for each list, in turn, that it can be built', async () => {
    const next = await ledger.scoreAll(scope, TODAY, ignoreProgress);
    expect(await publish(next)).toEqual(next.entities.map((entity) => variantOf[entity]));
  });

  it('updates a few entities in place if the published scores are of the same day', async () => {
    await opened.setTotals(LARGE_TOTAL);
    expect(await ledger.updateInPlace(scope, TODAY, { board: ['b1'] })).toBeNull();
    await publish(await ledger.scoreAll(scope, TODAY, ignoreProgress));
    await opened.setTotals(LARGE_TOTAL);
    expect(await ledger.updateInPlace(scope, TODAY, { board: ['b1', 'unknown'] })).toBe(1);
    expect(await ledger.updateInPlace(scope, TODAY + 1, { board: ['b1'] })).toBeNull();
    expect(await ledger.updateInPlace(scope, TODAY, { board: 'all' })).toBeNull();
    await opened.setTotals(100);
    expect(await ledger.updateInPlace(scope, TODAY, { board: ['b1'] })).toBeNull();
  });

  it('scores only what changed if the published scores are of the same day', async () => {
    expect(await ledger.scoreChanged(scope, TODAY, { board: ['b1'] }, ignoreProgress)).toBeNull();
    await publish(await ledger.scoreAll(scope, TODAY, ignoreProgress));
    expect(await ledger.scoreChanged(scope, TODAY + 1, { board: ['b1'] }, ignoreProgress)).toBeNull();
    expect(await ledger.scoreChanged(scope, TODAY, { board: ['b1'] }, ignoreProgress)).toEqual({
      day: TODAY,
      entities: ['board'],
      rows: 1,
    });
    expect(await ledger.scoreChanged(scope, TODAY, { board: 'all' }, ignoreProgress)).toMatchObject({ rows: 2 });
  });

  it('scores pins again when a pinner changed, because they copy its scores', async () => {
    await publish(await ledger.scoreAll(scope, TODAY, ignoreProgress));
    const next = await ledger.scoreChanged(scope, TODAY, { pinner: ['p1'] }, ignoreProgress);
    expect(next?.entities.toSorted()).toEqual(['pin', 'pinner']);
  });
}
