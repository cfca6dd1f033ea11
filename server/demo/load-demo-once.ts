import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import { Clock } from '#domain/clock';
import { Passwords } from '#domain/auth/account/passwords';
import { WriteLock } from '#domain/catalog/write-lock';
import { Jobs } from '#domain/jobs';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { CONFIG, type Config } from '#server/config/config';
import { isSandboxAllowed } from '#server/config/config-errors';
import { Postgres } from '#server/database/postgres';
import { type DemoCredentials, ensureDemoUsers, removeDemoUsers } from '#server/demo/postgres/demo-users';
import { loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { loadDemo } from '#server/demo/postgres/load-demo';

/**
 * Shows a new installation something to look at: an empty catalogue that never held the demo gets it, once. A demo that an interrupted
 * start left without scores or without visits is finished. Answers the demo's rows, 0 when this installation has data of its own.
 */
export async function loadDemoOnce(app: INestApplication): Promise<number> {
  const postgres = app.get(Postgres);
  const { rows } = await postgres.pool.query<{ demo: string | null; filled: boolean; scored: boolean }>(
    `select (select value from settings where name = 'demo') demo, exists (select from boards) or exists (select from pins) filled,
       exists (select from catalog_stats where scored_day is not null) scored`,
  );
  const [found] = rows;
  if (found?.demo === 'false' || (found?.demo !== 'true' && found?.filled)) return 0;
  if (found?.demo !== 'true' || !found.scored) await makeDemo(app, found?.demo === 'true');
  const eventPartitions = app.get(PostgresEventPartitions);
  await loadDemoEvents({ postgres, eventPartitions, dailyTotals: app.get(DailyTotals) }, app.get(Clock).now());
  return countDemoRows(postgres);
}

async function makeDemo(app: INestApplication, isLoaded: boolean): Promise<void> {
  console.log('Making the demo catalogue (once) …');
  await app.get(WriteLock).runAsWriter(async (scope) => {
    if (!isLoaded) await loadDemo(app.get(Postgres), app.get(Clock).now());
    const compute = () => app.get(RecomputeGrowth).recomputeAllAsWriter(scope);
    // Kept in the log of runs, as the first of its kind, in a slot that no night has.
    if ((await app.get(Jobs).runExclusively('growth', 'demo', compute)) !== 'ran') await compute();
  });
}

async function countDemoRows(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.pool.query<{ value: string }>(`select value from settings where name = 'demo_rows'`);
  return Number(rows[0]?.value ?? 0);
}

/** What the demo's users sign in with; null where there is no demo. On a real site they are removed, whoever left them there. */
export async function demoCredentials(app: INestApplication): Promise<DemoCredentials | null> {
  const { pool } = app.get(Postgres);
  const config = app.get<Config>(CONFIG);
  const { rowCount } = await pool.query(`select 1 from settings where name = 'demo' and value = 'true'`);
  if (rowCount && isSandboxAllowed(config)) {
    const passwords = app.get(Passwords, { strict: false });
    return ensureDemoUsers(pool, passwords, join(process.cwd(), config.DATA_DIR), app.get(Clock).now());
  }
  await removeDemoUsers(pool);
  return null;
}
