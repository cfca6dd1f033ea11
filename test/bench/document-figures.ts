import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { benchmarks } from './benchmarks.js';
import type { Finding } from './finding.js';
import { findingsTable } from './findings-table.js';
import { benchmarkNames } from './options.js';

/** What a run of the bench writes with `--json`. */
export interface BenchRun {
  /** Rows of each kind. */
  readonly size: number;
  readonly measured_on: string;
  readonly machine: string;
  /** The findings of each benchmark by its name, and why others failed. */
  readonly found: Readonly<Record<string, readonly Finding[]>>;
  readonly failed: Readonly<Record<string, string>>;
}

const DOCUMENT = 'docs/performance.md';

/** Writes the findings of a run into the part of the performance page that shows a catalog of its size. */
export async function documentFigures(jsonFile: string): Promise<void> {
  const run = JSON.parse(await readFile(jsonFile, 'utf8')) as BenchRun;
  const page = withFigures(await readFile(DOCUMENT, 'utf8'), run);
  await writeFile(DOCUMENT, await format(page, { parser: 'markdown', printWidth: 140 }));
}

/** The page with the tables of a run between the two marks of its size; throws where the page has no such marks. */
function withFigures(page: string, run: BenchRun): string {
  const [start, end] = [`<!-- figures of ${run.size} rows -->`, `<!-- end of figures of ${run.size} rows -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no ${start} … ${end}`);
  return `${page.slice(0, from)}${start}\n\n${figuresText(run)}\n\n${page.slice(to)}`;
}

function figuresText({ size, measured_on, machine, found, failed }: BenchRun): string {
  const rows = size.toLocaleString('en-US');
  const tables = benchmarkNames.flatMap((name) => (found[name] ? [`**${benchmarks[name].title}**`, findingsTable(found[name])] : []));
  const failures = Object.keys(failed).map((name) => `\`${name}\` failed.`);
  return [`${rows} boards, ${rows} pinners, ${rows} pins; ${machine}; measured on ${measured_on}.`, ...tables, ...failures].join('\n\n');
}
