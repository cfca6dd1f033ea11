import type { ListRow } from '#domain/catalog/catalog';
import { listedFields, type StoredListRow } from '#domain/catalog/columns';
import { type EntityOf, entityOf, perEntity, type Variant } from '#domain/catalog/variants';

const rowFields = perEntity((entity) => listedFields(entity).map(([name, { kind }]) => ({ name, isTime: kind === 'time' })));

/** A list row as it is sent: listed columns only, times in ISO 8601, the owner nested. */
export function toListRow<V extends Variant>(variant: V, stored: StoredListRow<EntityOf<V>>): ListRow[V] {
  const columnValues: Readonly<Record<string, unknown>> = stored;
  const row: Record<string, unknown> = { _id: stored._id };
  for (const { name, isTime } of rowFields[entityOf[variant]]) {
    const value = columnValues[name];
    row[name] = isTime && value instanceof Date ? value.toISOString() : value;
  }
  if ('pinner_id' in stored) row['pinner'] = { _id: stored.pinner_id, username: columnValues['pinner_username'] };
  if ('momentum_score' in stored) row['momentum_score'] = stored.momentum_score;
  return row as unknown as ListRow[V];
}
