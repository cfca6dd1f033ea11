import type { ListRow } from '#domain/catalog/catalog';
import { type ColumnKind, listedFields } from '#domain/catalog/columns';
import type { StoredListRow } from '#domain/catalog/rows/stored-columns';
import { parseChecks } from '#domain/catalog/rows/checks';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityOf, entityOf, type EntityType, perEntity, type Variant } from '#domain/catalog/variants';
import { dayLabel } from '#domain/days';

const rowFields = perEntity((entity) => listedFields(entity).map(([name, { kind }]) => ({ name, kind })));

/** A stored value as it is sent: times and days as texts. */
function sentValue(entity: EntityType, kind: ColumnKind, value: unknown): unknown {
  if (kind === 'time' && value instanceof Date) return value.toISOString();
  if (kind === 'checks' && typeof value === 'string') return parseChecks(entity, value);
  return kind === 'day' && typeof value === 'number' ? dayLabel(value) : value;
}

/** A list row as it is sent: its title, listed columns only, times and days in ISO 8601, the owner nested, a board with its pictures, and whether it is gone. */
export function toListRow<V extends Variant>(variant: V, stored: StoredListRow<EntityOf<V>>): ListRow[V] {
  const entity = entityOf[variant];
  const columnValues: Readonly<Record<string, unknown>> = stored;
  const row: Record<string, unknown> = { _id: stored._id, title: titleOf(entity, columnValues as unknown as TitleSource) };
  for (const { name, kind } of rowFields[entity]) row[name] = sentValue(entity, kind, columnValues[name]);
  if ('pinner_id' in stored) row['pinner'] = { _id: stored.pinner_id, username: columnValues['pinner_username'] };
  if (variant === 'boards') row['pictures'] = stored.pictures ?? [];
  if ('momentum_score' in stored) row['momentum_score'] = stored.momentum_score;
  if (stored.searchable === false) row['is_gone'] = true;
  return row as unknown as ListRow[V];
}
