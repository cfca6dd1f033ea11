import { type INestApplicationContext, Logger } from '@nestjs/common';
import { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { Passwords } from '#domain/auth/account/passwords';
import { WriteLock } from '#domain/jobs/write-lock';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { CONFIG, type Config, isSandboxAllowed } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { type DemoCredentials, ensureDemoUsers } from '#server/demo/demo-credentials';
import { isDemoInstalled, readDemoRowCount, readDemoStatus } from '#server/demo/postgres/demo-settings';
import { removeDemoUsers } from '#server/demo/postgres/demo-users';
import { loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { loadDemo } from '#server/demo/postgres/load-demo';
import { JobRunner } from '#server/jobs/job-runner';

/**
 * Loads the demo into an empty catalog that never had it, or finishes a demo that an interrupted start left without scores or events.
 * Returns the number of demo rows; 0 when this installation has data of its own.
 */
export async function loadDemoOnce(app: INestApplicationContext): Promise<number> {
  const postgres = app.get(Postgres);
  const { isInstalled, hasCatalog, isScored, hasKeywords } = await readDemoStatus(postgres.pool);
  if (isInstalled === false || (isInstalled === null && hasCatalog)) return 0;
  if (!isInstalled || !isScored) await createDemo(app, isInstalled === true);
  if (!hasKeywords) await countDemoKeywords(app);
  const eventPartitions = app.get(PostgresEventPartitions);
  await loadDemoEvents({ postgres, eventPartitions, visitorEvents: app.get(VisitorEventStore) }, app.get(Clock).now());
  return readDemoRowCount(postgres.pool);
}

async function createDemo(app: INestApplicationContext, isLoaded: boolean): Promise<void> {
  new Logger('demo').log('Creating the demo catalog (once) …');
  await app.get(WriteLock).runAsWriter(async (scope) => {
    if (!isLoaded) await loadDemo(app.get(Postgres).jobPoolIn(scope), app.get(Clock).now());
    const recompute = () => app.get(RecomputeGrowth).recomputeAllAsWriter(scope);
    // Recorded as the first run of the nightly job, under a name that no night has.
    if ((await app.get(JobRunner).runOnce('growth', 'demo', recompute)) !== 'ran') await recompute();
  });
}

async function countDemoKeywords(app: INestApplicationContext): Promise<void> {
  const recompute = async () => (await app.get(RecomputeKeywords).recompute()).keywords;
  if ((await app.get(JobRunner).runOnce('keywords', 'demo', recompute)) !== 'ran') await recompute();
}

/** Ensures the demo users and returns what to sign in with. Without a demo, or on a production site, deletes them and returns null. */
export async function demoCredentials(app: INestApplicationContext): Promise<DemoCredentials | null> {
  const { pool } = app.get(Postgres);
  const config = app.get<Config>(CONFIG);
  if (isSandboxAllowed(config) && (await isDemoInstalled(pool))) {
    const passwords = app.get(Passwords, { strict: false });
    return ensureDemoUsers(pool, passwords, config.DATA_DIR, app.get(Clock).now());
  }
  await removeDemoUsers(pool);
  return null;
}
