import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { readConfig } from '#server/config/config';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { Postgres } from '#server/database/postgres';
import { benchHelp, type BenchOptions, parseBenchOptions } from './options.js';
import { documentFigures } from './document-figures.js';
import { simulateNights } from './nights.js';
import { openBenchCatalog, type BuildStep } from './data/bench-catalog.js';
import type { Finding } from './finding.js';
import { benchmarks } from './benchmarks.js';
import { findingsTable } from './findings-table.js';

const log = (line: string): void => console.log(line);

/** The findings of each benchmark, and the reason of each that failed. */
interface Measured {
  readonly found: Record<string, readonly Finding[]>;
  readonly failed: Record<string, string>;
}

/** Runs one benchmark after the other. A failing one is reported and the next still runs, in the environment that the first had. */
async function measureAll(options: BenchOptions, url: string): Promise<Measured> {
  const config = createBenchConfig(options.size);
  const postgres = new Postgres(url);
  const context = { ...options, url, config, postgres, catalog: new PostgresCatalog(postgres, config, { now: () => new Date() }) };
  const measured: Measured = { found: {}, failed: {} };
  const environment = { ...process.env };
  try {
    for (const name of options.only) {
      const startedAt = performance.now();
      const benchmark = benchmarks[name];
      const text = await benchmark.measure(context).then(
        (findings) => findingsTable((measured.found[name] = findings)),
        (error: unknown) => `FAILED: ${(measured.failed[name] = describeError(error))}`,
      );
      log(`\n${benchmark.title} (${((performance.now() - startedAt) / 1_000).toFixed(0)} s)\n\n${text}`);
      // Vite's build, for one, sets NODE_ENV=production for the whole process, with which a server refuses to start.
      process.env = { ...environment };
    }
  } finally {
    await postgres.close();
  }
  return measured;
}

const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Builds the read model even for a small catalog. */
const createBenchConfig = (size: number) => readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: String(Math.min(size, 20_000)) });

const machineSummary = (): string => `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}`;

async function run(options: BenchOptions): Promise<void> {
  const embedded = await startEmbeddedPostgres(join(process.cwd(), '.data', 'bench'));
  try {
    const { url, made } = await openBenchCatalog(embedded.url, options.size, options.fresh, createBenchConfig(options.size), log);
    log(`\n${options.size.toLocaleString('en-US')} rows of each kind; ${machineSummary()}\n${buildStepSummary(made)}`);
    if (options.nights !== null) {
      const { size, nights } = options;
      return await simulateNights(url, join(process.cwd(), '.data'), { size, nights, orderedFrom: Math.min(size, 20_000), log });
    }
    const measured = await measureAll(options, url);
    log(`\n${outcome(measured)}`);
    if (Object.keys(measured.failed).length > 0) process.exitCode = 1;
    if (options.json !== null) {
      const { size, rounds } = options;
      const measuredOn = new Date().toISOString().slice(0, 10);
      const findings = { size, rounds, measured_on: measuredOn, machine: machineSummary(), made, ...measured };
      await writeFile(options.json, `${JSON.stringify(findings, null, 2)}\n`);
    }
  } finally {
    await embedded.stop();
  }
}

const buildStepSummary = (made: readonly BuildStep[]): string =>
  `Generated in: ${made.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join('; ')}`;

function outcome({ found, failed }: Measured): string {
  const missed = Object.values(found).flatMap((findings) => findings.filter(({ met }) => met === false)).length;
  const names = Object.keys(failed);
  return [
    missed === 0 ? 'Every measured goal is met.' : `${missed} goals are missed.`,
    ...(names.length === 0 ? [] : [`Failed: ${names.join(', ')}.`]),
  ].join(' ');
}

async function main(): Promise<void> {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options === null) return log(benchHelp);
  await (options.document === null ? run(options) : documentFigures(options.document));
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
