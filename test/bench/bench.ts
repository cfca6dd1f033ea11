import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { TypeormCatalog } from '#server/catalog/typeorm-catalog';
import { readConfig } from '#server/config/config';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { Postgres } from '#server/database/postgres';
import { benchHelp, type BenchOptions, benchOptions } from './options.js';
import { catalogueOf, type Made } from './data/databases.js';
import type { Finding } from './finding.js';
import { pairs } from './pairs.js';
import { table } from './report.js';

const say = (line: string): void => console.log(line);

async function measureAll(options: BenchOptions, url: string): Promise<Record<string, readonly Finding[]>> {
  const config = benchConfig(options.size);
  const postgres = new Postgres(url);
  const bench = { ...options, url, config, postgres, catalog: new TypeormCatalog(postgres, config) };
  const found: Record<string, readonly Finding[]> = {};
  try {
    for (const name of options.only) {
      const began = performance.now();
      const pair = pairs[name];
      found[name] = await pair.measure(bench);
      say(`\n${pair.title} (${((performance.now() - began) / 1_000).toFixed(0)} s)\n\n${table(found[name])}`);
    }
  } finally {
    await postgres.close();
  }
  return found;
}

/** The read model is built however small the catalogue is. */
const benchConfig = (size: number) => readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: String(Math.min(size, 50_000)) });

const machine = (): string => `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}`;

async function run(options: BenchOptions): Promise<void> {
  const embedded = await startEmbeddedPostgres(join(process.cwd(), '.data', 'bench'));
  try {
    const { url, made } = await catalogueOf(embedded.url, options.size, options.fresh, benchConfig(options.size), say);
    say(`\n${options.size.toLocaleString('en-US')} rows of each kind; ${machine()}\n${steps(made)}`);
    const found = await measureAll(options, url);
    const missed = Object.values(found).flatMap((findings) => findings.filter(({ met }) => met === false));
    say(missed.length === 0 ? '\nEvery goal that was measured is met.' : `\n${missed.length} goals are missed.`);
    if (options.json !== null) {
      const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), options.json);
      await writeFile(
        file,
        `${JSON.stringify({ size: options.size, rounds: options.rounds, machine: machine(), made, found }, null, 2)}\n`,
      );
    }
  } finally {
    await embedded.stop();
  }
}

const steps = (made: readonly Made[]): string =>
  `Made in: ${made.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join('; ')}`;

async function main(): Promise<void> {
  const options = benchOptions(process.argv.slice(2));
  if (options === null) return say(benchHelp);
  await run(options);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
