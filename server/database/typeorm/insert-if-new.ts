import type { EntityManager, EntitySchema, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/** Inserts a row; returns false, and changes nothing, where a row has its key already. */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  row: QueryDeepPartialEntity<Row>,
): Promise<boolean> {
  const insert = manager.createQueryBuilder().insert().into(schema).values(row).orIgnore().updateEntity(false);
  return ((await insert.returning('true').execute()).raw as readonly unknown[]).length === 1;
}
