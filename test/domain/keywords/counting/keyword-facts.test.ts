import { KeywordCollector } from '#domain/keywords/counting/keyword-collector';
import { type KeywordFacts, keywordFacts, keywordRanks } from '#domain/keywords/counting/keyword-facts';
import { KeywordCounter, UNKNOWN_NUMBER } from '#domain/keywords/counting/keyword-figures';
import { KeywordSeries } from '#domain/keywords/counting/keyword-series';
import { opportunityScore } from '#domain/keywords/opportunity';

const TODAY_DAY = 20_688;

/** The facts of `fig` on three pins that gain saves, `kiwi` on two that do not, and `plum` on one that nothing is known of. */
function factsOfFruits() {
  const collector = new KeywordCollector();
  for (const topic of ['fig', 'fig', 'fig', 'kiwi', 'kiwi', 'plum'])
    collector.addPin({ name: null, description: null, topics: [topic], queries: [] }, UNKNOWN_NUMBER);
  const index = collector.finish(1, 10);
  const unknownOwners = { ownerOf: new Int32Array(6).fill(UNKNOWN_NUMBER), ownerCount: 0 };
  const counter = new KeywordCounter(
    index,
    {
      saves: Int32Array.of(280, 280, 280, 900, 1100, UNKNOWN_NUMBER),
      createdOn: Int32Array.of(TODAY_DAY - 3, TODAY_DAY - 300, TODAY_DAY - 300, TODAY_DAY, TODAY_DAY, UNKNOWN_NUMBER),
      ownerFollowers: new Int32Array(6).fill(UNKNOWN_NUMBER),
      boards: unknownOwners,
      pinners: unknownOwners,
    },
    TODAY_DAY,
  );
  const series = new KeywordSeries(index, TODAY_DAY);
  const days = Array.from({ length: 91 }, (_, day) => TODAY_DAY - 90 + day);
  for (const [pin, [start, gain]] of [
    [100, 2],
    [100, 2],
    [100, 2],
    [900, 0],
    [1100, 0],
  ].entries())
    series.addPin(
      pin,
      days,
      days.map((_, day) => start! + gain! * day),
      days.length,
    );
  return { names: index.names, counter, series, facts: keywordFacts(index, counter, series) };
}

describe('the facts of keywords', () => {
  it('are what is counted of each, in the order of the index', () => {
    const { names, counter, facts } = factsOfFruits();
    expect(names).toEqual(['fig', 'kiwi', 'plum']);
    expect(facts.map(({ pins, medianSaves }) => [pins, medianSaves])).toEqual([
      [3, 280],
      [2, 1000],
      [1, null],
    ]);
    expect(facts).toMatchObject(names.map((_, keyword) => counter.count(keyword)));
  });

  it('have the momentum of each, unknown without readings', () => {
    const { series, facts } = factsOfFruits();
    expect(facts.map(({ momentum }) => momentum)).toEqual([0, 1, 2].map((keyword) => series.measure(keyword)));
    expect(facts.map(({ momentum }) => momentum.trend)).toEqual(['rising', 'flat', null]);
  });

  it('rank the demand among all keywords with known saves', () => {
    expect(factsOfFruits().facts.map(({ demandRank }) => demandRank)).toEqual([0, 1, null]);
  });

  it('make the opportunity of momentum, demand, and competition', () => {
    const { facts } = factsOfFruits();
    const [fig, kiwi] = facts;
    expect(facts.map(({ opportunity }) => opportunity)).toEqual([
      opportunityScore({ momentumRank: 1, demandRank: 0, competition: fig!.competition }),
      opportunityScore({ momentumRank: 0, demandRank: 1, competition: kiwi!.competition }),
      null,
    ]);
    expect(fig!.opportunity).toBeGreaterThan(0);
    expect(kiwi!.opportunity).toBeGreaterThan(0);
  });
});

describe('the ranks of keywords', () => {
  const fact = (
    opportunity: number | null,
    momentum: number | null,
    medianSaves: number | null,
    pins: number,
    competition: number | null,
  ) => ({ opportunity, momentum: { score: momentum }, medianSaves, pins, competition }) as KeywordFacts;
  const ranks = () =>
    keywordRanks([fact(10, 50, 5, 100, 80), fact(null, null, 20, 90, null), fact(30, 50, null, 90, 20), fact(30, 70, 0, 10, 0)]);

  it.each([
    ['opportunity', 'the highest first, then in the order of the index', [3, 4, 1, 2]],
    ['momentum', 'the highest first', [2, 4, 3, 1]],
    ['demand', 'the most saves per pin first', [2, 1, 4, 3]],
    ['pins', 'the most pins first', [1, 2, 3, 4]],
    ['competition', 'the lowest first', [3, 4, 2, 1]],
  ] as const)('by %s have %s, and unknown values last', (order, _, expected) => {
    expect(Array.from(ranks()[order])).toEqual(expected);
  });

  it('exist for every order, also without keywords', () => {
    expect(Object.keys(ranks())).toEqual(['opportunity', 'momentum', 'demand', 'pins', 'competition']);
    expect(Array.from(keywordRanks([]).pins)).toEqual([]);
  });
});
