import type { INestApplication } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { Jobs } from '#domain/jobs';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { Postgres } from '#server/database/postgres';
import { loadDemo } from '#server/demo/load-demo';

/**
 * Shows a new installation something to look at: an empty catalogue that never held the demo gets it, once. A demo that an interrupted
 * start left without scores is finished. Answers the demo's rows, 0 when this installation has data of its own.
 */
export async function loadDemoOnce(app: INestApplication): Promise<number> {
  const postgres = app.get(Postgres);
  const { rows } = await postgres.pool.query<{ demo: string | null; filled: boolean; scored: boolean }>(
    `select (select value from settings where name = 'demo') demo, exists (select from boards) or exists (select from pins) filled,
       exists (select from catalog_stats where scored_day is not null) scored`,
  );
  const [found] = rows;
  if (found?.demo === 'false' || (found?.demo !== 'true' && found?.filled)) return 0;
  if (found?.demo === 'true' && found.scored) return demoRows(postgres);
  console.log('Making the demo catalogue (once) …');
  await app.get(Jobs).asWriter(async () => {
    if (found?.demo !== 'true') await loadDemo(postgres, app.get(Clock).now());
    await app.get(RecomputeGrowth).asOf();
  });
  return demoRows(postgres);
}

async function demoRows(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.pool.query<{ value: string }>(`select value from settings where name = 'demo_rows'`);
  return Number(rows[0]?.value ?? 0);
}
