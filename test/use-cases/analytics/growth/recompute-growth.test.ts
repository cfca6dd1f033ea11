import { GrowthLedger, type NextScores } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { ReadModel } from '#domain/catalog/read-model';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { type Day, parseDay } from '#domain/days';
import { WriterScope } from '#domain/catalog/write-lock';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { FakeWriteLock } from '../../../support/fakes/write-lock';

const today = parseDay('2026-08-23') ?? 0;

class FakeLedger extends GrowthLedger {
  scoredDay: Day | null = null;
  failsAt: EntityType | null = null;
  readonly steps: string[] = [];

  async scoreAll(_scope: WriterScope, day: Day): Promise<NextScores> {
    this.steps.push(`score all ${day}`);
    return { day, entities: entityTypes, rows: 30 };
  }

  async scoreChanged(_scope: WriterScope, day: Day, touched: ChangedIds): Promise<NextScores | null> {
    if (this.scoredDay !== day) return null;
    this.steps.push(`score ${Object.keys(touched).join(' ')}`);
    return { day, entities: Object.keys(touched) as EntityType[], rows: 2 };
  }

  /** Only a single touched id is few. */
  async updateInPlace(_scope: WriterScope, day: Day, touched: ChangedIds): Promise<number | null> {
    const ids = Object.values(touched).flat();
    if (this.scoredDay !== day || ids.length !== 1) return null;
    this.steps.push(`amend ${ids.join(' ')}`);
    return 1;
  }

  async prepareNext(_scope: WriterScope, { entities }: NextScores, onReady: (list: Variant) => void): Promise<void> {
    for (const entity of entities) {
      this.steps.push(`prepare ${entity}`);
      if (entity === this.failsAt) throw new Error('no room');
      onReady(variantOf[entity]);
    }
  }

  async publish(_scope: WriterScope, { day }: NextScores): Promise<void> {
    this.steps.push('publish');
    this.scoredDay = day;
  }
}

class FakeReadModel extends ReadModel {
  running = 0;
  maxRunning = 0;

  constructor(private readonly steps: string[]) {
    super();
  }

  async prepareNext(_scope: WriterScope, which: readonly Variant[], from: 'current' | 'next'): Promise<void> {
    this.running++;
    this.maxRunning = Math.max(this.maxRunning, this.running);
    await new Promise((resolve) => setImmediate(resolve));
    this.steps.push(`${from} lists of ${which.join(' ')}`);
    this.running--;
  }

  async listStale(): Promise<readonly Variant[]> {
    return [];
  }

  async rebuild(): Promise<void> {
    throw new Error('lists of the present scores are not wanted here');
  }
}

function createRecompute() {
  const ledger = new FakeLedger();
  const writeLock = new FakeWriteLock();
  const clock = { now: () => new Date('2026-08-23T03:10:00Z') };
  const lists = new FakeReadModel(ledger.steps);
  return { ledger, lists, writeLock, recompute: new RecomputeGrowth(ledger, lists, writeLock, clock) };
}

describe('recomputing growth', () => {
  it('scores everything as of today, orders the lists anew, then shows both at once', async () => {
    const { ledger, writeLock, lists, recompute } = createRecompute();
    expect(await recompute.recomputeAll()).toBe(30);
    const between = ledger.steps.slice(1, -1).toSorted();
    expect([ledger.steps[0], ledger.steps.at(-1)]).toEqual([`score all ${today}`, 'publish']);
    expect(between).toEqual(
      [
        ...entityTypes.map((entity) => `prepare ${entity}`),
        ...entityTypes.map((entity) => `next lists of ${variantOf[entity]}`),
      ].toSorted(),
    );
    expect(lists.maxRunning).toBe(1);
    expect(writeLock.writers).toBe(1);
  });

  it('shows nothing when it fails, and fails when no list is being made any more', async () => {
    const { ledger, lists, recompute } = createRecompute();
    ledger.failsAt = 'pin';
    await expect(recompute.recomputeAll()).rejects.toThrow('no room');
    expect([lists.running, ledger.scoredDay]).toEqual([0, null]);
  });

  it('can look back to another day', async () => {
    const { ledger, recompute } = createRecompute();
    await recompute.recomputeAll({ day: today - 400 });
    expect(ledger.scoredDay).toBe(today - 400);
  });

  it('after an import does no more than what was touched', async () => {
    const { ledger, recompute } = createRecompute();
    ledger.scoredDay = today;
    expect(await recompute.recomputeChanged(new WriterScope(), { board: ['1', '2'] })).toBe(2);
    expect(ledger.steps).toEqual(['score board', 'prepare board', 'next lists of boards', 'publish']);
  });

  it('after an import of a few leaves everything else as it is', async () => {
    const { ledger, recompute } = createRecompute();
    ledger.scoredDay = today;
    expect(await recompute.recomputeChanged(new WriterScope(), { board: ['1'] })).toBe(1);
    expect(ledger.steps).toEqual(['amend 1']);
  });

  it('after an import does everything when the present scores are of another day', async () => {
    const { ledger, recompute } = createRecompute();
    ledger.scoredDay = today - 1;
    expect(await recompute.recomputeChanged(new WriterScope(), { board: ['1', '2'] })).toBe(30);
    expect(ledger.steps[0]).toBe(`score all ${today}`);
  });
});
