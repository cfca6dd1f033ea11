import { entityId, LONG_SERIES_INTERVAL } from '../data/rows.js';
import { toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Benchmark } from '../benchmark.js';

/** Number of different entities requested in turn. */
const VISITED_ENTITIES = 100;

/** A pinner with a year of both metrics, compared with one without history. */
export const details: Benchmark = {
  title: 'Details, through the Catalog port, warm',
  measure: async (bench) => {
    const find = (offset: number) => ({
      run: async (round: number) => {
        const index = LONG_SERIES_INTERVAL * (round % Math.min(VISITED_ENTITIES, bench.size / LONG_SERIES_INTERVAL)) + offset;
        if (!(await bench.catalog.find('pinner', entityId('pinner', index)))) throw new Error('a pinner is missing');
      },
    });
    const [withSeries = [], withoutSeries = []] = await interleave([find(0), find(1)], 20 * bench.rounds, 2 * VISITED_ENTITIES);
    return [
      toFinding({
        operation: 'pinner with 365 points x 2',
        unit: 'ms',
        ours: withSeries,
        other: { name: 'pinner without a series', samples: withoutSeries },
        goal: { ratio: 1.5 },
      }),
    ];
  },
};
