import { idOf, LONG_HISTORY } from '../data/rows.js';
import { finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Pair } from '../pair.js';

/** Different entities that are looked at in turn. */
const VISITED = 100;

/** A pinner with a year of both counts against one without any history. */
export const details: Pair = {
  title: 'Details, through the catalogue port, warm',
  measure: async (bench) => {
    const find = (offset: number) => ({
      run: async (round: number) => {
        const place = LONG_HISTORY * (round % Math.min(VISITED, bench.size / LONG_HISTORY)) + offset;
        if (!(await bench.catalog.find('pinner', idOf('pinner', place)))) throw new Error('a pinner is missing');
      },
    });
    const [long = [], none = []] = await interleave([find(0), find(1)], 20 * bench.rounds, 2 * VISITED);
    return [
      finding({
        operation: 'pinner with 365 points x 2',
        unit: 'ms',
        ours: long,
        other: { name: 'pinner without a series', samples: none },
        goal: { ratio: 1.5 },
      }),
    ];
  },
};
