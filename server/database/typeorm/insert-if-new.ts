import type { EntityManager, EntitySchema, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/** Inserts a row unless one has its key; returns whether it did. */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  schema: EntitySchema<Row>,
  row: QueryDeepPartialEntity<Row>,
): Promise<boolean> {
  const insert = manager.createQueryBuilder().insert().into(schema).values(row).orIgnore().updateEntity(false);
  return ((await insert.returning('true').execute()).raw as readonly unknown[]).length === 1;
}
