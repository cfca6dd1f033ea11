import { type ComparedItem, itemText } from '#domain/catalog/compare/compared-items';
import type { EntityType } from '#domain/catalog/variants';
import { ApiError } from '../../api/api-error';
import { type Resource, useResource } from '../../api/resource';
import { type DetailByEntity, loadDetail } from '../detail/use-detail';

/** An entity in a comparison. */
export interface Compared {
  readonly item: ComparedItem;
  /** Its place in the comparison, which decides about the mark of its line. */
  readonly place: number;
  /** Null: it is gone, or never existed. */
  readonly details: DetailByEntity[EntityType] | null;
}

/** An entity in a comparison that exists. */
export interface KnownCompared extends Compared {
  readonly details: DetailByEntity[EntityType];
}

export const isKnown = (compared: Compared): compared is KnownCompared => compared.details !== null;

interface ComparedResource extends Pick<Resource<unknown>, 'error' | 'busy' | 'reload'> {
  readonly data: readonly Compared[] | null;
}

/** Loads the entities of a comparison in their order. While others load, those that are known stay. */
export function useCompared(items: readonly ComparedItem[]): ComparedResource {
  const resource = useResource(`compare ${items.map(itemText).join(' ')}`, (signal) =>
    Promise.all(items.map((item) => loadCompared(item, signal))),
  );
  const known = new Map((resource.shown ?? []).map(({ item, details }) => [itemText(item), details]));
  const data = items.flatMap((item, place): Compared[] => {
    const details = known.get(itemText(item));
    return details === undefined ? [] : [{ item, place, details }];
  });
  return { data: resource.shown && data, error: resource.error, busy: resource.busy, reload: resource.reload };
}

async function loadCompared(item: ComparedItem, signal: AbortSignal): Promise<Omit<Compared, 'place'>> {
  try {
    return { item, details: await loadDetail(item.entity, item.id, signal) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { item, details: null };
    throw error;
  }
}
