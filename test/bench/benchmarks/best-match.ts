import { catalogSearch } from '#domain/catalog/contract';
import { defaultMetric } from '#domain/catalog/metrics';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { wordsWithShare } from '../data/keyword-shapes.js';
import { type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import { withoutReadModel } from './live-keywords.js';

/** Words by the share of the rows that have them. */
const shapes: readonly (readonly [name: string, shares: readonly number[]])[] = [
  ['one word, 10 %', [0.1]],
  ['one word, 1 %', [0.01]],
  ['two words, 10 % and 1 %', [0.1, 0.01]],
];

async function measure(bench: BenchContext, place: string, variant: Variant): Promise<Finding[]> {
  const createCatalog = () => new PostgresCatalog(bench.postgres, bench.config, { now: () => new Date() });
  const shared = createCatalog();
  const metric = defaultMetric[entityOf[variant]];
  const search = (query: string, order: string) => catalogSearch(variant).parse({ query, order_by: order });
  const [otherWord = ''] = await wordsWithShare(bench.postgres.pool, variant, 0.001, bench.size, 1);
  const findings: Finding[] = [];
  for (const [name, shares] of shapes) {
    const words = await Promise.all(shares.map((share) => wordsWithShare(bench.postgres.pool, variant, share, bench.size, 1)));
    const query = words.flat().join(' ');
    const totals = new Set<number>();
    const page = async (order: string, catalog: PostgresCatalog) =>
      void totals.add((await catalog.search(variant, search(query, order))).total);
    /** Keywords that are new to a catalog whose orders others have searched by. */
    const firstPage = (order: string) => {
      let catalog = createCatalog();
      const prepare = async () => {
        catalog = createCatalog();
        for (const each of ['best_match', metric]) await catalog.search(variant, search(otherWord, each));
      };
      return { prepare, run: () => page(order, catalog) };
    };
    const runs = [
      firstPage('best_match'),
      firstPage(metric),
      { run: () => page('best_match', shared) },
      { run: () => page(metric, shared) },
    ];
    const [first, firstByMetric, again, againByMetric] = await interleave(runs, bench.rounds * 3, 6);
    if (totals.size !== 1) throw new Error(`${variant}, ${name}: the totals disagree: ${[...totals].join(', ')}`);
    const finding = (times: string, ratio: number, ours: readonly number[] = [], samples: readonly number[] = []) =>
      toFinding({
        operation: `${place}, ${variant}: ${name}, ${times}`,
        unit: 'ms',
        ours,
        other: { name: `by ${metric}`, samples },
        goal: { ratio, p95: 20 },
      });
    findings.push(finding('for the first time', 3, first, firstByMetric), finding('again', 1.5, again, againByMetric));
  }
  return findings;
}

/** Pages by best match beside those of the same keywords by the main count, past the response cache. */
export const bestMatch: Benchmark = {
  title: 'Best match, rows and exact total',
  measure: async (bench) => {
    const variants = ['boards', 'pins'] as const;
    const findings: Finding[] = [];
    for (const variant of variants) findings.push(...(await measure(bench, 'read model', variant)));
    for (const variant of variants) findings.push(...(await withoutReadModel(bench, (small) => measure(small, 'tables', variant))));
    return findings;
  },
};
