import type { GrowthLedger, NextScores, PreparationEvents } from '#domain/analytics/growth/growth-ledger';
import type { ReadModel } from '#domain/catalog/read-model';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { type Day, parseDay } from '#domain/days';
import { WriterScope } from '#domain/jobs/write-lock';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { FakeWriteLock } from '../../../support/fakes/write-lock';
import { FixedClock } from '../../../support/fixed-clock';

const TODAY = parseDay('2026-08-23') ?? 0;
const scope = new WriterScope();
const nextScores = (day: Day, entities: readonly EntityType[]): NextScores => ({ day, entities, rows: 10 * entities.length });

/** A recompute of which all steps are recorded. */
function createRecompute({ isUpdatedInPlace = false, failsAt }: { isUpdatedInPlace?: boolean; failsAt?: EntityType } = {}) {
  const steps: string[] = [];
  const builds = { running: 0, max: 0 };
  const prepare = (entity: EntityType, onReady: PreparationEvents['onReady']): void => {
    steps.push(`prepare ${entity}`);
    if (entity === failsAt) throw new Error('disk full');
    onReady(variantOf[entity]);
  };
  const ledger: Partial<GrowthLedger> = {
    prepare: async (_scope, day, changed, { onReady }) => {
      steps.push(changed === null ? `score all ${day}` : `score ${Object.keys(changed).join(' ')} ${day}`);
      const entities = changed === null ? entityTypes : (['board'] as const);
      for (const entity of entities) prepare(entity, onReady);
      return nextScores(day, entities);
    },
    updateInPlace: async () => (isUpdatedInPlace ? 1 : null),
    publish: async () => void steps.push('publish'),
  };
  const readModel: Partial<ReadModel> = {
    prepareNext: async (_scope, lists) => {
      builds.max = Math.max(builds.max, ++builds.running);
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`build ${lists.join(' ')}`);
      builds.running--;
    },
  };
  const writeLock = new FakeWriteLock();
  const clock = new FixedClock(new Date('2026-08-23T03:10:00Z'));
  const recompute = new RecomputeGrowth(ledger as GrowthLedger, readModel as ReadModel, writeLock, clock);
  return { steps, builds, writeLock, recompute };
}

describe('a full recompute', () => {
  it('scores everything as of today, builds one list at a time meanwhile, and publishes both together', async () => {
    const { steps, builds, writeLock, recompute } = createRecompute();
    expect(await recompute.recomputeAll()).toBe(30);
    expect([steps[0], steps.at(-1)]).toEqual([`score all ${TODAY}`, 'publish']);
    expect(steps.slice(1, -1).toSorted()).toEqual(
      entityTypes.flatMap((entity) => [`prepare ${entity}`, `build ${variantOf[entity]}`]).toSorted(),
    );
    expect([builds.max, writeLock.writers]).toEqual([1, 1]);
  });

  it('publishes nothing when it fails, and fails only after the last build has ended', async () => {
    const { steps, builds, recompute } = createRecompute({ failsAt: 'pin' });
    await expect(recompute.recomputeAll()).rejects.toThrow('disk full');
    expect([builds.running, steps.includes('publish')]).toEqual([0, false]);
  });

  it('can be as of another day', async () => {
    const { steps, recompute } = createRecompute();
    await recompute.recomputeAll({ day: TODAY - 400 });
    expect(steps[0]).toBe(`score all ${TODAY - 400}`);
  });
});

it.each([
  ['scores and builds no more than what changed', false, 10, [`score board ${TODAY}`, 'prepare board', 'build boards', 'publish']],
  ['updates a few entities in place where the ledger can', true, 1, []],
] as const)('a recompute after an import %s', async (_, isUpdatedInPlace, rows, expected) => {
  const { steps, recompute } = createRecompute({ isUpdatedInPlace });
  expect(await recompute.recomputeChanged(scope, { board: ['1'] })).toBe(rows);
  expect(steps).toEqual(expected);
});
