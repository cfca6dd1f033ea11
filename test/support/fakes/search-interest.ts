import {
  compareRegions,
  type InterestPoint,
  type InterestSeries,
  SearchInterest,
  type StoredInterest,
} from '#domain/keywords/interest/search-interest';

type Stored = InterestPoint & { readonly source: string; readonly region: string | null; readonly importedAt: Date };

/** Search interest in memory. */
export class FakeSearchInterest extends SearchInterest {
  readonly #points = new Map<string, Map<number, Stored>>();

  async store(series: readonly InterestSeries[], importedAt: Date): Promise<number> {
    const changed = new Set<string>();
    for (const { key, source, region, points } of series) {
      const stored = this.#points.get(key) ?? new Map<number, Stored>();
      this.#points.set(key, stored);
      for (const { day, value } of points) {
        const known = stored.get(day);
        if (known?.value === value && known.source === source && known.region === region) continue;
        stored.set(day, { day, value, source, region, importedAt });
        changed.add(key);
      }
    }
    return changed.size;
  }

  async find(key: string): Promise<StoredInterest> {
    const stored = [...(this.#points.get(key)?.values() ?? [])].sort((a, b) => a.day - b.day);
    const byRegion = [...Map.groupBy(stored, (point) => point.region)].map(([name, ofRegion]) => ({ region: name, points: ofRegion }));
    const { region, points } = byRegion.toSorted(compareRegions)[0] ?? { region: null, points: [] };
    return {
      region,
      points: points.map(({ day, value }) => ({ day, value })),
      sources: [...new Map(points.map(({ source, importedAt }) => [source, { name: source, importedAt }])).values()],
    };
  }

  async clear(): Promise<number> {
    const count = this.#points.size;
    this.#points.clear();
    return count;
  }
}
