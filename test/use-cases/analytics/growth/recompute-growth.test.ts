import { entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { parseDay } from '#domain/days';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { FakeGrowthLedger } from '../../../support/fakes/growth-ledger';
import { FakeReadModel } from '../../../support/fakes/read-model';
import { FakeWriteLock } from '../../../support/fakes/write-lock';
import { FixedClock } from '../../../support/fixed-clock';

const TODAY = parseDay('2026-08-23') ?? 0;
const SMALL_TOTAL = 10;
const LARGE_TOTAL = 20_000;
const scope = new WriterScope();

/** A read model that takes a moment to build, and adds its builds to the steps of the ledger. */
class SlowReadModel extends FakeReadModel {
  running = 0;
  maxRunning = 0;

  constructor(private readonly steps: string[]) {
    super();
  }

  override async prepareNext(writerScope: WriterScope, lists: readonly Variant[]): Promise<void> {
    this.running++;
    this.maxRunning = Math.max(this.maxRunning, this.running);
    await new Promise((resolve) => setImmediate(resolve));
    await super.prepareNext(writerScope, lists);
    this.steps.push(`build ${lists.join(' ')}`);
    this.running--;
  }
}

/** Ten entities of each type have a series. */
function createRecompute() {
  const ledger = new FakeGrowthLedger();
  for (const entity of entityTypes) ledger.series[entity].push(...Array.from({ length: 10 }, (_, index) => String(index)));
  ledger.total = SMALL_TOTAL;
  const writeLock = new FakeWriteLock();
  const readModel = new SlowReadModel(ledger.steps);
  const clock = new FixedClock(new Date('2026-08-23T03:10:00Z'));
  return { ledger, readModel, writeLock, recompute: new RecomputeGrowth(ledger, readModel, writeLock, clock) };
}

describe('a full recompute', () => {
  it('scores everything as of today, builds one list at a time meanwhile, and publishes both together', async () => {
    const { ledger, writeLock, readModel, recompute } = createRecompute();
    expect(await recompute.recomputeAll()).toBe(30);
    expect([ledger.steps[0], ledger.steps.at(-1)]).toEqual([`score all ${TODAY}`, 'publish']);
    expect(ledger.steps.slice(1, -1).toSorted()).toEqual(
      entityTypes.flatMap((entity) => [`prepare ${entity}`, `build ${variantOf[entity]}`]).toSorted(),
    );
    expect(readModel.maxRunning).toBe(1);
    expect(writeLock.writers).toBe(1);
  });

  it('publishes nothing when it fails, and fails only after the last build has ended', async () => {
    const { ledger, readModel, recompute } = createRecompute();
    ledger.failsAt = 'pin';
    await expect(recompute.recomputeAll()).rejects.toThrow('disk full');
    expect([readModel.running, ledger.scoredDay]).toEqual([0, null]);
  });

  it('can be as of another day', async () => {
    const { ledger, recompute } = createRecompute();
    await recompute.recomputeAll({ day: TODAY - 400 });
    expect(ledger.scoredDay).toBe(TODAY - 400);
  });
});

describe('a recompute after an import', () => {
  it('scores and builds no more than what changed', async () => {
    const { ledger, recompute } = createRecompute();
    ledger.scoredDay = TODAY;
    expect(await recompute.recomputeChanged(scope, { board: ['1', '2'] })).toBe(2);
    expect(ledger.steps).toEqual(['score board', 'prepare board', 'build boards', 'publish']);
  });

  it('updates a few entities of a large catalog in place', async () => {
    const { ledger, recompute } = createRecompute();
    ledger.scoredDay = TODAY;
    ledger.total = LARGE_TOTAL;
    expect(await recompute.recomputeChanged(scope, { board: ['1'] })).toBe(1);
    expect(ledger.steps).toEqual(['update 1']);
  });

  it('is a full one when the published scores are of another day', async () => {
    const { ledger, recompute } = createRecompute();
    ledger.scoredDay = TODAY - 1;
    expect(await recompute.recomputeChanged(scope, { board: ['1', '2'] })).toBe(30);
    expect(ledger.steps[0]).toBe(`score all ${TODAY}`);
  });
});
