import { FakeGrowthLedger } from '../../support/fakes/growth-ledger';
import { describeGrowthLedger } from '../../support/suites/growth-ledger';

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
