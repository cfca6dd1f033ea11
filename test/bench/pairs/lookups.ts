import { defaultOrder, type Variant, variants } from '#domain/catalog/variants';
import { wordsAt } from '../data/known-words.js';
import { type Finding, finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';

const WORDS = 20;
const swapped = (word: string): string => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
const without = (word: string): string => word.slice(0, 2) + word.slice(3);

interface LookUp {
  readonly name: string;
  readonly how: 'beginning' | 'nearest';
  readonly typed: readonly string[];
}

const lookUps = (words: readonly string[]): LookUp[] => [
  { name: 'beginning, all but the last letter', how: 'beginning', typed: words.map((word) => word.slice(0, -1)) },
  { name: 'beginning, three letters', how: 'beginning', typed: words.map((word) => word.slice(0, 3)) },
  { name: 'beginning, one letter', how: 'beginning', typed: words.map((word) => word.slice(0, 1)) },
  { name: 'near miss, two letters swapped', how: 'nearest', typed: words.map(swapped) },
  { name: 'near miss, a letter left out', how: 'nearest', typed: words.map(without) },
];

async function measureVariant(bench: Bench, variant: Variant): Promise<Finding[]> {
  const words = (await wordsAt(bench.postgres.pool, variant, 0.01, bench.size, WORDS * 5))
    .filter((word) => word.length > 5)
    .slice(0, WORDS);
  const search = (query: string) =>
    bench.catalog.search(variant, { query, order_by: defaultOrder[variant], sort: 'desc', page: 1, per_page: 10 });
  const found: Finding[] = [];
  for (const { name, how, typed } of lookUps(words)) {
    // A mistyped word may be a word of its own, and so no look-up.
    const fit: { word: string; query: string }[] = [];
    for (const [place, query] of typed.entries()) {
      if ((await search(query)).match?.how === how) fit.push({ word: words[place] ?? '', query });
    }
    if (fit.length === 0) continue;
    const at = (round: number) => fit[round % fit.length];
    const rounds = Math.max(bench.rounds, fit.length) * 2;
    const [ours = [], exact = []] = await interleave(
      [{ run: (round) => search(at(round)?.query ?? '') }, { run: (round) => search(at(round)?.word ?? '') }],
      rounds,
    );
    const operation = `${variant}: ${name} (${fit.length} words)`;
    found.push(finding({ operation, unit: 'ms', ours, other: { name: 'the exact word', samples: exact }, goal: { ratio: 3, p95: 20 } }));
  }
  return found;
}

/** A word that is begun or mistyped, against the word itself. */
export const lookups: Pair = {
  title: 'Beginnings and near misses, through the catalogue port',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureVariant(bench, variant)));
    return found;
  },
};
