import type { ClientBase } from 'pg';
import type { EntityType } from '#domain/catalog/variants';
import type { Month } from '#domain/days';
import { historyTablesOf } from '#server/database/catalog-tables';

/** The table of an entity's open readings in a month. */
export const readingPartition = (entity: EntityType, { label }: Month): string => `${historyTablesOf(entity).readings}_${label}`;

/** Creates the tables of these months that do not exist yet, in the caller's transaction. Attached, they keep no reader waiting. */
export async function createReadingPartitions(client: ClientBase, entity: EntityType, months: readonly Month[]): Promise<void> {
  const { readings } = historyTablesOf(entity);
  for (const month of new Map(months.map((month) => [month.from, month])).values()) {
    const table = readingPartition(entity, month);
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null "exists"', [table]);
    if (rows[0]?.exists) continue;
    await client.query(`create table ${table} (like ${readings} including all)`);
    await client.query(`alter table ${readings} attach partition ${table} for values from (${month.from}) to (${month.to})`);
  }
}
