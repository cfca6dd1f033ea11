import type { Board, Pin, Pinner } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { api, endpointUrl } from '../../api/api';
import { CACHE_TTL_MS, findResponse, type Resource, storeResponse, useResource } from '../../api/resource';

/** The details of each entity type. */
export interface DetailByEntity {
  readonly board: Board;
  readonly pinner: Pinner;
  readonly pin: Pin;
}

const detailEndpoints = { board: 'GET /boards/:id', pinner: 'GET /pinners/:id', pin: 'GET /pins/:id' } as const satisfies Record<
  EntityType,
  string
>;

const detailUrl = (entity: EntityType, id: string): string => endpointUrl(detailEndpoints[entity], { params: { id } });

const fetchDetail = <E extends EntityType>(entity: E, id: string, signal: AbortSignal) =>
  api<(typeof detailEndpoints)[EntityType]>(detailEndpoints[entity], { params: { id }, signal }) as Promise<DetailByEntity[E]>;

/** Loads an entity, from the response cache if possible. */
export const useDetail = <E extends EntityType>(entity: E, id: string): Resource<DetailByEntity[E]> =>
  useResource(detailUrl(entity, id), (signal) => fetchDetail(entity, id, signal), { keptMs: CACHE_TTL_MS });

/** Loads an entity once, from the response cache if possible. */
export async function loadDetail<E extends EntityType>(entity: E, id: string, signal: AbortSignal): Promise<DetailByEntity[E]> {
  const url = detailUrl(entity, id);
  const cached = findResponse(url);
  if (cached !== undefined) return cached as DetailByEntity[E];
  const details = await fetchDetail(entity, id, signal);
  storeResponse(url, details, CACHE_TTL_MS);
  return details;
}

let prefetchingUrl: string | null = null;

/** Loads an entity into the response cache, one at a time; failures are ignored. */
export async function prefetchDetail(entity: EntityType, id: string): Promise<void> {
  const url = detailUrl(entity, id);
  if (prefetchingUrl !== null || findResponse(url)) return;
  prefetchingUrl = url;
  try {
    await loadDetail(entity, id, new AbortController().signal);
  } catch {
    // The detail page shows the error if the link is followed.
  } finally {
    prefetchingUrl = null;
  }
}
