import { EventQueue } from '#server/analytics/visitors/event-queue';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { FakeDailyTotals } from '../../support/fakes/daily-totals';
import { FakeGrowthLedger } from '../../support/fakes/growth-ledger';
import { FakeTopPerformers } from '../../support/fakes/top-performers';
import { FakeVisitorEvents, FakeVisitorEventStore } from '../../support/fakes/visitor-events';
import { FixedClock } from '../../support/fixed-clock';
import { describeDailyTotals, TOTALS_TIME } from '../../support/suites/daily-totals';
import { describeGrowthLedger } from '../../support/suites/growth-ledger';
import { describeTopPerformers, scoredEntities } from '../../support/suites/top-performers';
import { describeVisitorEvents, describeVisitorEventStore } from '../../support/suites/visitor-events';

describe('the fake growth ledger', () => {
  describeGrowthLedger(async () => {
    const ledger = new FakeGrowthLedger();
    return {
      ledger,
      addSeries: async (entity, ids) => void ledger.series[entity].push(...ids),
      setTotals: async (total) => void (ledger.total = total),
      buildLists: async () => undefined,
    };
  });
});

describe('the fake top performers', () => {
  describeTopPerformers(async () => new FakeTopPerformers(scoredEntities));
});

describe('the fake store of visitor events', () => {
  describeVisitorEventStore(async () => {
    const clock = new FixedClock(new Date('2026-08-23T12:00:00Z'));
    const store = new FakeVisitorEventStore(clock);
    return { store, clock, storedNames: async () => store.batches.flat().map(({ name }) => name) };
  });
});

describe('the fake visitor events', () => {
  describeVisitorEvents(() => {
    const events = new FakeVisitorEvents();
    return {
      events,
      recordedNames: () => events.recorded.map(({ name }) => name),
      breakStore: () => void (events.isAvailable = false),
    };
  });
});

describe('the event queue, as a recorder of visitor events', () => {
  describeVisitorEvents(() => {
    const store = new FakeVisitorEventStore();
    const storeAll = store.storeAll.bind(store);
    let isBroken = false;
    store.storeAll = async (events) => (isBroken ? Promise.reject(new Error('disk full')) : storeAll(events));
    return {
      events: new EventQueue(store, new FakeDatabaseOutages()),
      recordedNames: () => store.batches.flat().map(({ name }) => name),
      breakStore: () => void (isBroken = true),
    };
  });
});

describe('the fake daily totals', () => {
  describeDailyTotals(async () => {
    const totals = new FakeDailyTotals(new FixedClock(TOTALS_TIME));
    return { totals, addEvents: async (events) => void totals.events.push(...events) };
  });
});
