import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, entityTypes } from '#domain/catalog/variants';

/** Up to this size a full recompute takes no noticeable time. */
const SMALL_CATALOG_ROWS = 10_000;

/** The share of a type's entities up to which the changed ones are updated in place. */
const MAX_CHANGED_SHARE = 0.01;

/**
 * Whether an import changed so few entities that their scores are updated in place, instead of computing all. The ranks of the others and
 * the order of large lists then stay those of the last recompute.
 */
export function canUpdateInPlace(changedIds: ChangedIds, totals: Readonly<Record<EntityType, number>>): boolean {
  return entityTypes.every((entity) => {
    const ids = changedIds[entity] ?? [];
    return ids !== 'all' && (ids.length === 0 || (totals[entity] > SMALL_CATALOG_ROWS && ids.length <= totals[entity] * MAX_CHANGED_SHARE));
  });
}
