import { FakeGrowthLedger } from '../../support/fakes/growth-ledger';
import { FakeTopPerformers } from '../../support/fakes/top-performers';
import { describeGrowthLedger } from '../../support/suites/growth-ledger';
import { describeTopPerformers, scoredEntities } from '../../support/suites/top-performers';

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
