import type { InterestSeries, SearchInterest } from '#domain/keywords/interest/search-interest';

const first = new Date('2026-11-20T10:00:00Z');
const second = new Date('2026-11-22T10:00:00Z');
const series = (
  points: readonly (readonly [day: number, value: number])[],
  source = 'a.csv',
  keyword = 'plum',
  region: string | null = null,
): InterestSeries => ({
  key: keyword,
  keyword,
  source,
  region,
  points: points.map(([day, value]) => ({ day, value })),
});

/** The suite of the port; `create` returns one without any search interest. */
export function describeSearchInterest(name: string, create: () => Promise<SearchInterest>): void {
  describe(name, () => {
    it('has the last value of each day, and names every source once', async () => {
      const interest = await create();
      expect(await interest.store([series([[7, 10], [14, 20]]), series([[14, 25]])], first)).toBe(1); // prettier-ignore
      expect(await interest.store([series([[21, 30], [14, 22]], 'b.csv'), series([[7, 1]], 'b.csv', 'soup')], second)).toBe(2); // prettier-ignore
      expect(await interest.find('plum')).toEqual({
        region: null,
        points: [
          { day: 7, value: 10 },
          { day: 14, value: 22 },
          { day: 21, value: 30 },
        ],
        sources: [
          { name: 'a.csv', importedAt: first },
          { name: 'b.csv', importedAt: second },
        ],
      });
    });

    it('shows one region: the one with more points, then the higher sum, then the first by name', async () => {
      const interest = await create();
      const store = (day: number, value: number, region: string | null) =>
        interest.store([series([[day, value]], 'a.csv', 'plum', region)], first);
      for (const day of [7, 14]) await store(day, 5, 'North');
      for (const day of [21, 28, 35]) await store(day, 1, 'South');
      const shown = async () => {
        const { region, points } = await interest.find('plum');
        return [region, points.map(({ day }) => day)];
      };
      expect(await shown()).toEqual(['South', [21, 28, 35]]);
      await store(42, 5, 'North');
      expect(await shown()).toEqual(['North', [7, 14, 42]]);
      await store(14, 5, 'South');
      expect(await shown()).toEqual(['South', [14, 21, 28, 35]]);
    });

    it('does not change when the same is stored again', async () => {
      const interest = await create();
      await interest.store([series([[7, 10]])], first);
      expect(await interest.store([series([[7, 10]])], second)).toBe(0);
      expect((await interest.find('plum')).sources).toEqual([{ name: 'a.csv', importedAt: first }]);
    });

    it('is empty for other keywords, without any series, and once it is cleared', async () => {
      const interest = await create();
      expect(await interest.store([], first)).toBe(0);
      await interest.store([series([[7, 10], [14, 10]]), series([[7, 1]], 'a.csv', 'soup')], first); // prettier-ignore
      expect(await interest.find('plums')).toEqual({ region: null, points: [], sources: [] });
      expect(await interest.clear()).toBe(2);
      expect(await interest.find('plum')).toEqual({ region: null, points: [], sources: [] });
    });
  });
}
