import { GrowthLedger, type NextScores } from '#domain/analytics/growth-ledger';
import type { Touched } from '#domain/catalog/catalog-intake';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { type Day, parseDay } from '#domain/days';
import { type JobOutcome, Jobs } from '#domain/jobs';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';

const today = parseDay('2026-08-23') ?? 0;

class FakeLedger extends GrowthLedger {
  scoredDay: Day | null = null;
  readonly steps: string[] = [];

  async scoreAll(day: Day): Promise<NextScores> {
    this.steps.push(`score all ${day}`);
    return { day, entities: entityTypes, rows: 30 };
  }

  async scoreTouched(day: Day, touched: Touched): Promise<NextScores | null> {
    if (this.scoredDay !== day) return null;
    this.steps.push(`score ${Object.keys(touched).join(' ')}`);
    return { day, entities: Object.keys(touched) as EntityType[], rows: 2 };
  }

  /** Only a single touched id is few. */
  async amend(day: Day, touched: Touched): Promise<number | null> {
    const ids = Object.values(touched).flat();
    if (this.scoredDay !== day || ids.length !== 1) return null;
    this.steps.push(`amend ${ids.join(' ')}`);
    return 1;
  }

  async prepare({ entities }: NextScores): Promise<readonly Variant[]> {
    this.steps.push('prepare');
    return entities.map((entity) => variantOf[entity]);
  }

  async publish({ day }: NextScores): Promise<void> {
    this.steps.push('publish');
    this.scoredDay = day;
  }
}

class FakeJobs extends Jobs {
  readonly done = new Set<string>();
  writers = 0;

  async exclusively(job: string, slot: string, work: () => Promise<number>): Promise<JobOutcome> {
    if (this.done.has(`${job} ${slot}`)) return 'done';
    await work();
    this.done.add(`${job} ${slot}`);
    return 'ran';
  }

  async asWriter<T>(work: () => Promise<T>): Promise<T> {
    this.writers++;
    return work();
  }
}

class FakeLists extends OrderedLists {
  constructor(private readonly steps: string[]) {
    super();
  }

  async prepare(which: readonly Variant[], from: 'present' | 'next'): Promise<void> {
    this.steps.push(`${from} lists of ${which.join(' ')}`);
  }

  async behind(): Promise<readonly Variant[]> {
    return [];
  }

  async rebuild(): Promise<void> {
    throw new Error('lists of the present scores are not wanted here');
  }
}

function made() {
  const ledger = new FakeLedger();
  const jobs = new FakeJobs();
  const clock = { now: () => new Date('2026-08-23T03:10:00Z') };
  return { ledger, jobs, recompute: new RecomputeGrowth(ledger, new FakeLists(ledger.steps), jobs, clock) };
}

describe('recomputing growth', () => {
  it('scores everything as of today, orders the lists anew, then shows both at once', async () => {
    const { ledger, jobs, recompute } = made();
    expect(await recompute.asOf()).toBe(30);
    expect(ledger.steps).toEqual([`score all ${today}`, 'prepare', 'next lists of boards pinners pins', 'publish']);
    expect(jobs.writers).toBe(1);
  });

  it('can look back to another day', async () => {
    const { ledger, recompute } = made();
    await recompute.asOf(today - 400);
    expect(ledger.scoredDay).toBe(today - 400);
  });

  it('happens once a night', async () => {
    const { jobs, ledger, recompute } = made();
    expect([await recompute.nightly(), await recompute.nightly()]).toEqual(['ran', 'done']);
    expect(ledger.steps.filter((step) => step === 'publish')).toHaveLength(1);
    expect([...jobs.done]).toEqual(['growth 2026-08-23']);
  });

  it('after an import does no more than what was touched', async () => {
    const { ledger, recompute } = made();
    ledger.scoredDay = today;
    expect(await recompute.touched({ board: ['1', '2'] })).toBe(2);
    expect(ledger.steps).toEqual(['score board', 'prepare', 'next lists of boards', 'publish']);
  });

  it('after an import of a few leaves everything else as it is', async () => {
    const { ledger, jobs, recompute } = made();
    ledger.scoredDay = today;
    expect(await recompute.touched({ board: ['1'] })).toBe(1);
    expect(ledger.steps).toEqual(['amend 1']);
    expect(jobs.writers).toBe(1);
  });

  it('after an import does everything when the present scores are of another day', async () => {
    const { ledger, recompute } = made();
    ledger.scoredDay = today - 1;
    expect(await recompute.touched({ board: ['1', '2'] })).toBe(30);
    expect(ledger.steps[0]).toBe(`score all ${today}`);
  });
});
