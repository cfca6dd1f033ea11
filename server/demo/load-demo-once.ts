import type { INestApplication } from '@nestjs/common';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { Clock } from '#domain/clock';
import { Postgres } from '#server/database/postgres';
import { loadDemo } from '#server/demo/load-demo';

/**
 * Shows a new installation something to look at: an empty catalogue that never held the demo gets it, once. A demo that an interrupted
 * start left without scores is finished. Answers the demo's rows, 0 when this installation has data of its own.
 */
export async function loadDemoOnce(app: INestApplication): Promise<number> {
  const postgres = app.get(Postgres);
  const { rows } = await postgres.pool.query<{ demo: string | null; total: number }>(
    `select (select value from settings where name = 'demo') demo, (select count(*)::int from (select 1 from boards limit 1) b) total`,
  );
  const [found] = rows;
  if (found?.demo === 'true') return demoRows(postgres);
  if (found?.demo === 'false' || (found?.total ?? 0) > 0) return 0;
  console.log('Making the demo catalogue (once) …');
  const loaded = await loadDemo(postgres, app.get(Clock).now());
  await app.get(OrderedLists).rebuild();
  return loaded;
}

async function demoRows(postgres: Postgres): Promise<number> {
  const { rows } = await postgres.pool.query<{ total: number }>('select sum(total)::int total from catalog_stats');
  return rows[0]?.total ?? 0;
}
