import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { backupUnderFeed } from './database/backup-under-feed.js';
import { databaseFaults } from './database/scenarios.js';
import { lostWalOfReplica } from './database/lost-wal.js';
import { fullDuringUpgrade, killedMigration } from './database/interrupted-migration.js';
import { fullDisks } from './disks/full-disks.js';
import { expiredCertificates } from './outages/expired-certificates.js';
import { floodScenarios } from './floods/scenarios.js';
import { figuresTable } from './figures-table.js';
import { mailServerDown } from './outages/mail-down.js';
import { paymentsDown } from './outages/payments-down.js';
import type { Report, Scenario } from './scenario.js';
import { createDatabase, Site } from './site.js';

const MAX_DURATION_MS = 15 * 60_000;

const scenarios: readonly Scenario[] = [
  ...databaseFaults,
  lostWalOfReplica,
  expiredCertificates,
  paymentsDown,
  mailServerDown,
  ...fullDisks,
  killedMigration,
  fullDuringUpgrade,
  backupUnderFeed,
  ...floodScenarios,
];

const log = (line: string): void => console.log(line);

type Outcome = Report | { readonly skipped: string };

async function runScenario(scenario: Scenario, site: Site): Promise<Outcome> {
  const skipped = performance.now() > MAX_DURATION_MS ? 'fifteen minutes have passed' : await scenario.skipReason?.();
  if (skipped) return { skipped };
  const beganAt = performance.now();
  const report = await scenario
    .run(site)
    .catch((error: unknown): Report => ({ figures: {}, missedBars: [`it ended with ${String(error)}`] }));
  log(`${scenario.name}: ${Math.round((performance.now() - beganAt) / 1_000)} s`);
  return report;
}

/** Runs the scenarios against one site, one after the other, and returns the number of missed bars. */
async function measure(wanted: readonly Scenario[], site: Site): Promise<number> {
  const outcomes = new Map<Scenario, Outcome>();
  for (const scenario of wanted) outcomes.set(scenario, await runScenario(scenario, site));
  let missedCount = 0;
  for (const [group, members] of Map.groupBy(wanted, ({ group }) => group)) {
    const reports = members.map((scenario) => [scenario.name, outcomes.get(scenario)] as const);
    const measured = reports.flatMap(([name, outcome]) => (outcome && 'figures' in outcome ? [[name, outcome] as const] : []));
    log(`\n${group}\n\n${figuresTable(measured)}\n`);
    for (const [name, outcome] of reports) if (outcome && 'skipped' in outcome) log(`skipped: ${name}, because ${outcome.skipped}`);
    for (const [name, { missedBars }] of measured) for (const bar of missedBars) log(`MISSED: ${name}: ${bar}`);
    missedCount += measured.flatMap(([, { missedBars }]) => missedBars).length;
  }
  return missedCount;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { checkout: { type: 'string', default: '.' } } });
  const isWanted = ({ name, group }: Scenario) => positionals.length === 0 || positionals.some((word) => `${group} ${name}`.includes(word));
  const folder = await mkdtemp(join(tmpdir(), 'corklight-faults-'));
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { shared_buffers: '256MB', log_min_messages: 'fatal' });
  try {
    const root = {
      checkout: resolve(process.env['INIT_CWD'] ?? '.', values.checkout),
      databaseUrl: postgres.url,
      postgresFolder: postgres.directory,
      dataFolder: join(folder, 'data'),
    };
    await (await Site.start(await createDatabase(root, 'demo', 'empty'))).stop();
    const site = await Site.start(await createDatabase(root, 'faults', 'demo'));
    try {
      log(`${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}; 50 requests a second`);
      const missedCount = await measure(scenarios.filter(isWanted), site);
      log(missedCount === 0 ? '\nEvery bar is met.' : `\n${missedCount} bars are missed.`);
      process.exitCode = missedCount === 0 ? 0 : 1;
    } finally {
      await site.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    if (postgres.directory !== join(folder, 'postgres')) await rm(postgres.directory, { recursive: true, force: true });
  }
}

await run();
