import fc from 'fast-check';
import { noisy, scoreOf } from '../../../support/momentum-series';

describe('a failed crawl', () => {
  const cases = fc
    .sample(noisy, { seed: 6, numRuns: 10_000 })
    .map(({ days, counts, period, fault }) => ({ days, counts, period, fault, before: scoreOf({ days, counts }, period).score ?? 0 }));

  it('of three times the count on the last day raises the score by more than 5 in less than 0.5% of cases', () => {
    const raised = cases.filter(({ days, counts, period, before }) => {
      const tripled = [...counts.slice(0, -1), 3 * (counts.at(-1) ?? 0)];
      return (scoreOf({ days, counts: tripled }, period).score ?? 0) > before + 5;
    });
    expect(raised.length / cases.length).toBeLessThan(0.005);
  });

  it('anywhere raises the score by more than 5 in less than 0.5% of cases', () => {
    const raised = cases.filter(({ days, counts, period, fault, before }) => {
      const index = fault.index % days.length;
      const faulty = counts.with(index, Math.round((counts[index] ?? 0) * fault.factor));
      return (scoreOf({ days, counts: faulty }, period).score ?? 0) > before + 5;
    });
    expect(raised.length / cases.length).toBeLessThan(0.005);
  });
});
