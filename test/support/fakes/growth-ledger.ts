import { GrowthLedger, type NextScores, type OnGrowthProgress, type ScoredTotals } from '#domain/analytics/growth/growth-ledger';
import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { Day } from '#domain/days';

/** A growth ledger that knows which entities have a series, and records its steps instead of scores. */
export class FakeGrowthLedger extends GrowthLedger {
  readonly series: Record<EntityType, string[]> = { board: [], pinner: [], pin: [] };
  /** The number of entities of each type, with or without a series. */
  total = 0;
  scoredDay: Day | null = null;
  failsAt: EntityType | null = null;
  readonly steps: string[] = [];

  async scoreAll(_scope: WriterScope, day: Day, onProgress: OnGrowthProgress): Promise<NextScores> {
    this.steps.push(`score all ${day}`);
    let rows = 0;
    for (const entity of entityTypes) rows += this.#score(entity, 'all', onProgress);
    return { day, entities: entityTypes, rows };
  }

  async scoreChanged(_scope: WriterScope, day: Day, changed: ChangedIds, onProgress: OnGrowthProgress): Promise<NextScores | null> {
    if (this.scoredDay !== day) return null;
    const entities = entityTypes.filter((entity) => changed[entity] !== undefined || (entity === 'pin' && changed.pinner !== undefined));
    this.steps.push(`score ${entities.join(' ')}`);
    const rows = entities.reduce((sum, entity) => sum + this.#score(entity, changed[entity] ?? [], onProgress), 0);
    return { day, entities, rows };
  }

  async updateInPlace(_scope: WriterScope, day: Day, changed: ChangedIds): Promise<number | null> {
    if (this.scoredDay !== day || !canUpdateInPlace(changed, { board: this.total, pinner: this.total, pin: this.total })) return null;
    const ids = Object.values(changed).flat();
    this.steps.push(`update ${ids.join(' ')}`);
    return entityTypes.reduce((sum, entity) => sum + this.#score(entity, changed[entity] ?? [], () => undefined), 0);
  }

  async recheckPins(): Promise<void> {
    this.steps.push('recheck pins');
  }

  async prepareNext(_scope: WriterScope, { entities }: NextScores, onReady: (list: Variant) => void): Promise<void> {
    for (const entity of entities) {
      this.steps.push(`prepare ${entity}`);
      if (entity === this.failsAt) throw new Error('disk full');
      onReady(variantOf[entity]);
    }
  }

  async publish(_scope: WriterScope, { day }: NextScores): Promise<void> {
    this.steps.push('publish');
    this.scoredDay = day;
  }

  listTop: GrowthLedger['listTop'] = async () => [];
  averageScore: GrowthLedger['averageScore'] = async () => null;

  async totals(): Promise<ScoredTotals> {
    const [boards, pinners, pins] = [this.series.board.length, this.series.pinner.length, this.series.pin.length];
    return { boards, collaborative: 0, pinners, pins, scored_day: this.scoredDay };
  }

  #score(entity: EntityType, ids: readonly string[] | 'all', onProgress: OnGrowthProgress): number {
    const done = this.series[entity].filter((id) => ids === 'all' || ids.includes(id)).length;
    if (done > 0) onProgress({ entity, done, total: done });
    return done;
  }
}
