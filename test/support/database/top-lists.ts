import type { Pool } from 'pg';
import { entityTypes } from '#domain/catalog/variants';
import { buildNextTopLists, topListTables } from '#server/analytics/growth/postgres/ranking';
import { nextTableName, swapTables } from '#server/database/table-swap';
import { withClient } from '#server/database/transaction';

/** Builds all lists of top performers, and the averages, from the current scores; returns the seconds of the build. */
export const rebuildTopLists = (pool: Pool): Promise<number> =>
  withClient(pool, async (client) => {
    for (const entity of entityTypes)
      await client.query(`create view ${nextTableName(`${entity}_scores`)} as select * from ${entity}_scores`);
    const startedAt = performance.now();
    await buildNextTopLists(client, entityTypes);
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const entity of entityTypes) await client.query(`drop view ${nextTableName(`${entity}_scores`)}`);
    await swapTables(client, topListTables);
    return seconds;
  });
