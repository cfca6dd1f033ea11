import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, entityTypes } from '#domain/catalog/variants';

/** Up to so many rows everything is computed anew sooner than anybody notices. */
const SMALL_CATALOG_ROWS = 10_000;

/** The share of a kind up to which its touched ones are amended where they stand. */
const MAX_CHANGED_SHARE = 0.01;

/**
 * Were so few of a catalogue touched that their scores are amended where they stand, instead of making all anew? Ranks of the others,
 * and the order of large lists, then stay those of the last recompute until the next one.
 */
export function canUpdateInPlace(changedIds: ChangedIds, totals: Readonly<Record<EntityType, number>>): boolean {
  return entityTypes.every((entity) => {
    const ids = changedIds[entity] ?? [];
    return ids !== 'all' && (ids.length === 0 || (totals[entity] > SMALL_CATALOG_ROWS && ids.length <= totals[entity] * MAX_CHANGED_SHARE));
  });
}
