import { defaultOrder } from '#domain/catalog/orders';
import { type Variant, variants } from '#domain/catalog/variants';
import { wordsWithShare } from '../data/keyword-shapes.js';
import { type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';

const WORD_COUNT = 20;
const swapLetters = (word: string): string => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
const dropLetter = (word: string): string => word.slice(0, 2) + word.slice(3);

interface TermLookup {
  readonly name: string;
  readonly how: 'beginning' | 'nearest';
  readonly typed: readonly string[];
}

const termLookups = (words: readonly string[]): TermLookup[] => [
  { name: 'prefix, all but the last letter', how: 'beginning', typed: words.map((word) => word.slice(0, -1)) },
  { name: 'prefix, three letters', how: 'beginning', typed: words.map((word) => word.slice(0, 3)) },
  { name: 'prefix, one letter', how: 'beginning', typed: words.map((word) => word.slice(0, 1)) },
  { name: 'fuzzy, two letters swapped', how: 'nearest', typed: words.map(swapLetters) },
  { name: 'fuzzy, one letter missing', how: 'nearest', typed: words.map(dropLetter) },
];

async function measureVariant(bench: BenchContext, variant: Variant): Promise<Finding[]> {
  const words = (await wordsWithShare(bench.postgres.pool, variant, 0.01, bench.size, WORD_COUNT * 5))
    .filter((word) => word.length > 5)
    .slice(0, WORD_COUNT);
  const search = (query: string) =>
    bench.catalog.search(variant, { query, order_by: defaultOrder[variant], sort: 'desc', page: 1, per_page: 10 });
  const found: Finding[] = [];
  for (const { name, how, typed } of termLookups(words)) {
    // A mistyped word may itself be in the vocabulary; then there is no lookup to measure.
    const matchingQueries: { word: string; query: string }[] = [];
    for (const [index, query] of typed.entries()) {
      if ((await search(query)).match?.how === how) matchingQueries.push({ word: words[index] ?? '', query });
    }
    if (matchingQueries.length === 0) continue;
    const at = (round: number) => matchingQueries[round % matchingQueries.length];
    const rounds = Math.max(bench.rounds, matchingQueries.length) * 2;
    const [ours = [], exact = []] = await interleave(
      [{ run: (round) => search(at(round)?.query ?? '') }, { run: (round) => search(at(round)?.word ?? '') }],
      rounds,
    );
    const operation = `${variant}: ${name} (${matchingQueries.length} words)`;
    found.push(toFinding({ operation, unit: 'ms', ours, other: { name: 'the exact word', samples: exact }, goal: { ratio: 3, p95: 20 } }));
  }
  return found;
}

/** A prefix or a mistyped word, compared with the exact word. */
export const termLookupBenchmark: Benchmark = {
  title: 'Prefix and fuzzy matches, through the Catalog port',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureVariant(bench, variant)));
    return found;
  },
};
