import { isDeepStrictEqual } from 'node:util';
import { catalogSearch } from '#domain/catalog/contract';
import { appliedFilters } from '#domain/catalog/filters/applied-filters';
import { type Variant, variants } from '#domain/catalog/variants';
import { resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { tablesOf } from '#server/database/catalog-tables';
import { keywordShapes } from '../data/keyword-shapes.js';
import { LAST_DAY } from '../data/random-series.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { type Finding, notMeasured, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import { mainMetric } from '../plain-gin.js';
import { openSphinx, type SphinxPeer } from '../peers/sphinx.js';

const PAGE_ROWS = 10;
const TODAY = LAST_DAY + 1;
const MAX_P95_MS = 30;

interface FilterCase {
  readonly name: string;
  /** The filters of a round as parameters of an address: each round has others, so that none is answered from a cached set of rows. */
  readonly parameters: (round: number) => Readonly<Record<string, string>>;
  /** The same as a condition on `m` (metrics) and `t` (texts). */
  readonly condition: (round: number) => string;
  /** The bounds of the main metric, if that is the only filter. */
  readonly mainRange?: (round: number) => Bounds;
}
type Bounds = readonly [min: number, max: number];

/** Bounds of a column with a share of the rows between them, around the most frequent values. */
async function boundsOf({ postgres }: BenchContext, variant: Variant, column: string, share: number): Promise<(round: number) => Bounds> {
  const { rows } = await postgres.jobPool.query<{ bounds: Bounds }>(
    `select percentile_disc(array[${0.9 - share}, 0.9]) within group (order by ${column}) bounds from ${tablesOf(variant).metrics}`,
  );
  const [min, max] = rows[0]!.bounds;
  return (round) => [min, max + round];
}

/** The second column of a list, the name of its filter, and a filter on its texts. */
const others = {
  boards: { column: 'collaborator_count', name: 'collaborators', text: { active: '90d' }, sql: daysSql('m.board_order_modified_at', 90) },
  pinners: { column: 'profile_views', name: 'viewers', text: { website: '1' }, sql: 't.website_url is not null' },
  pins: { column: 'repin_count', name: 'repins', text: { created: '365d' }, sql: daysSql('m.created_at', 365) },
} as const;

function daysSql(column: string, days: number): string {
  return `${column} >= to_timestamp(${TODAY - days + 1} * 86400.0)`;
}

async function filterCases(bench: BenchContext, variant: Variant): Promise<FilterCase[]> {
  const main = mainMetric[variant];
  const mainName = variant === 'pins' ? 'saves' : 'followers';
  const { column, name, text, sql } = others[variant];
  const [tenth, hundredth] = [await boundsOf(bench, variant, main, 0.1), await boundsOf(bench, variant, main, 0.01)];
  const third = await boundsOf(bench, variant, column, 0.3);
  const parameter = (filter: string, bounds: Bounds) => ({ [filter]: bounds.join('..') });
  const between = (filtered: string, [min, max]: Bounds) => `m.${filtered} between ${min} and ${max}`;
  const single = (share: string, bounds: (round: number) => Bounds): FilterCase => ({
    name: `range, ${share}`,
    parameters: (round) => parameter(mainName, bounds(round)),
    condition: (round) => between(main, bounds(round)),
    mainRange: bounds,
  });
  return [
    single('10 %', tenth),
    single('1 %', hundredth),
    {
      name: 'range, 10 % and range, 30 %',
      parameters: (round) => ({ ...parameter(mainName, tenth(round)), ...parameter(name, third(round)) }),
      condition: (round) => `${between(main, tenth(round))} and ${between(column, third(round))}`,
    },
    {
      name: `${Object.keys(text).join('')} and range, 30 %`,
      parameters: (round) => ({ ...text, ...parameter(name, third(round)) }),
      condition: (round) => `${sql} and ${between(column, third(round))}`,
    },
  ];
}

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

/** The page and the total by plain SQL, which the planner may answer from any index of the catalog. */
async function plainSql({ postgres }: BenchContext, variant: Variant, condition: string, words: readonly string[]): Promise<Found> {
  const { text, metrics } = tablesOf(variant);
  const needsTexts = condition.includes('t.') || words.length > 0;
  const from = `from ${metrics} m ${needsTexts ? `join ${text} t using (_id)` : ''} where ${condition} and ($1::text[] = '{}' or $1 is not null)
    ${words.length > 0 ? 'and t.terms @> $1' : ''}`;
  const page = await postgres.jobPool.query<{ _id: string }>(
    `select m._id ${from} order by m.${mainMetric[variant]} desc nulls last, m._id limit ${PAGE_ROWS}`,
    [words],
  );
  const count = await postgres.jobPool.query<{ total: number }>(`select count(*)::int total ${from}`, [words]);
  return { ids: page.rows.map(({ _id }) => _id), total: count.rows[0]?.total ?? 0 };
}

interface MeasuredSides {
  readonly ours: readonly number[];
  readonly plain: readonly number[];
  readonly sphinx: readonly number[];
  /** The total of the last round. */
  readonly total: number;
}

/** Measures the sides on the same filters in each round; all must find the same. */
async function measureCase(
  bench: BenchContext,
  variant: Variant,
  { name, parameters, condition, mainRange }: FilterCase,
  terms: KeywordTerms | null,
  peer: SphinxPeer | null,
  openLists: () => ListEngine,
): Promise<MeasuredSides> {
  const order = resolveListOrder(variant, mainMetric[variant]);
  const oursByRound = new Map<number, Found>();
  const plainByRound = new Map<number, Found>();
  const sphinxTotals = new Map<number, number>();
  const ours = async (round: number) => {
    const filters = { applied: appliedFilters(variant, catalogSearch(variant).parse(parameters(round))), today: TODAY, scoreColumn: 0 };
    const request = { order, sort: 'desc', offset: 0, limit: PAGE_ROWS, filters } as const;
    const lists = openLists();
    const { ids, total } = await lists.findPage(variant, { ...request, terms: terms ?? undefined });
    oursByRound.set(round, { ids, total });
  };
  const plain = async (round: number) => void plainByRound.set(round, await plainSql(bench, variant, condition(round), terms?.all ?? []));
  const sphinx =
    peer && mainRange
      ? [{ run: async (round: number) => void sphinxTotals.set(round, await peer.filteredTotal(terms, mainRange(round))) }]
      : [];
  const durations = await interleave([{ run: ours }, { run: plain }, ...sphinx], bench.rounds, 3);
  for (const [round, found] of oursByRound) {
    if (!isDeepStrictEqual(found, plainByRound.get(round))) throw new Error(`${variant}, ${name}: plain SQL finds other rows`);
    if (found.total !== (sphinxTotals.get(round) ?? found.total)) throw new Error(`${variant}, ${name}: Sphinx finds another total`);
  }
  const [oursMs = [], plainMs = [], sphinxMs = []] = durations;
  return { ours: oursMs, plain: plainMs, sphinx: sphinxMs, total: [...oursByRound.values()].at(-1)?.total ?? 0 };
}

async function measureVariant(bench: BenchContext, variant: Variant): Promise<Finding[]> {
  const newLists = () => new ListEngine(bench.postgres.pool);
  const lists = newLists();
  const [frequentWord] = await keywordShapes(bench.postgres.pool, variant, bench.size);
  const cases = await filterCases(bench, variant);
  const { peer, why } = await openSphinx(bench, variant);
  const findings: Finding[] = [];
  try {
    for (const filterCase of cases)
      for (const terms of [null, frequentWord!.terms]) {
        const { ours, plain, sphinx, total } = await measureCase(bench, variant, filterCase, terms, peer, () => lists);
        const operation = `${variant}: ${filterCase.name}${terms ? ' + word, 10 %' : ''} (${total})`;
        const other = { name: 'plain SQL, page and count', samples: plain };
        findings.push(toFinding({ operation, unit: 'ms', ours, other, goal: { p95: MAX_P95_MS } }));
        if (sphinx.length === 0) continue;
        findings.push(
          toFinding({ operation, unit: 'ms', ours, other: { name: 'Sphinx, page and count', samples: sphinx }, goal: { ratio: 1 } }),
        );
      }
    const cold = await measureCase(bench, variant, cases[2]!, null, null, newLists);
    findings.push(toFinding({ operation: `${variant}: ${cases[2]!.name}, arrays not loaded`, unit: 'ms', ours: cold.ours }));
  } finally {
    await peer?.close();
  }
  return [...findings, ...(peer ? [] : [notMeasured(`${variant}: one range`, 'ms', '≤ 1x', why)])];
}

/** Filtered pages with exact totals, from the read model; every side must find the same rows. */
export const filterBenchmark: Benchmark = {
  title: 'Filters + order + exact total, ids',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureVariant(bench, variant)));
    return found;
  },
};
