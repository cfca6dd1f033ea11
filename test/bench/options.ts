import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const benchmarkNames = [
  'sizes',
  'lists',
  'pages',
  'keywords',
  'filters',
  'live',
  'best-match',
  'lookups',
  'details',
  'momentum',
  'recompute',
  'keyword-count',
  'top-performers',
  'quality-scan',
  'import',
  'few',
  'history',
  'first-load',
  'events',
  'site-analytics',
  'linked-accounts',
  'login',
  'webhook',
] as const;
export type BenchmarkName = (typeof benchmarkNames)[number];

export interface BenchOptions {
  /** Rows of each kind. */
  readonly size: number;
  readonly only: readonly BenchmarkName[];
  readonly rounds: number;
  /** Number of visitor events for the analytics benchmarks. */
  readonly events: number;
  /** The file for findings as JSON. */
  readonly json: string | null;
  /** Also compare with Sphinx, if installed, and DuckDB, which is downloaded. */
  readonly peers: boolean;
  /** Generate the catalog again. */
  readonly fresh: boolean;
  /** Another built checkout, to compare login and webhook with. */
  readonly baseline: string | null;
  /** How many nights to simulate instead of the benchmarks; null for none. */
  readonly nights: number | null;
  /** A file of findings, which are written into the performance page instead of measuring. */
  readonly document: string | null;
}

export const benchHelp = `npm run bench -- [options]

  --size 200k     rows of boards, of pinners, and of pins (20k, 200k, 1M, …)
  --only a,b      some of ${benchmarkNames.join(', ')}
  --rounds 15     how often each side of a benchmark runs
  --events 1M     visitor events for site analytics (10M for the published figure)
  --json FILE     writes the findings as JSON
  --peers         also compares with Sphinx (if installed) and DuckDB (downloaded)
  --fresh         generates the catalog again
  --baseline DIR  also compares login and webhook with another built checkout
  --nights 60     measures no benchmark: simulates nights with a feed, or goes on with them
  --document FILE measures nothing: writes the findings of that JSON file into docs/performance.md
`;

const unitFactors: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };

/** Parses a size such as `200k`; throws if it is not one. */
export function parseSize(text: string, option = '--size'): number {
  const [, count, unit] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  const size = Number(count) * (unitFactors[(unit ?? '').toLowerCase()] ?? Number.NaN);
  if (!(size >= 1_000)) throw new Error(`${option} ${text}: a whole number of at least 1000 such as 20k, 200k or 1M`);
  return size;
}

const isBenchmarkName = (name: string): name is BenchmarkName => (benchmarkNames as readonly string[]).includes(name);

/** A path as it was typed, which is relative to where npm was called. */
const givenPath = (path: string | undefined): string | null =>
  path === undefined ? null : resolve(process.env['INIT_CWD'] ?? process.cwd(), path);

/** Parses the command line; null means help. Throws an error with a readable message for invalid arguments. */
export function parseBenchOptions(args: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      size: { type: 'string', default: '200k' },
      only: { type: 'string', default: benchmarkNames.join(',') },
      rounds: { type: 'string', default: '15' },
      events: { type: 'string', default: '1M' },
      json: { type: 'string' },
      peers: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      baseline: { type: 'string' },
      nights: { type: 'string' },
      document: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const only = values.only.split(',');
  const unknown = only.find((name) => !isBenchmarkName(name));
  if (unknown !== undefined) throw new Error(`--only ${unknown}: must be one of ${benchmarkNames.join(', ')}`);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds}: must be a whole number of at least 1`);
  return {
    size: parseSize(values.size),
    only: only.filter(isBenchmarkName),
    rounds,
    events: parseSize(values.events, '--events'),
    json: givenPath(values.json),
    peers: values.peers,
    fresh: values.fresh,
    baseline: givenPath(values.baseline),
    nights: values.nights === undefined ? null : Number(values.nights),
    document: givenPath(values.document),
  };
}
