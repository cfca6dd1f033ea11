import { proxy, ref } from 'valtio';
import type { Board, Pin, Pinner } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { endpointUrl, api } from '../../api/api';
import { ApiError, networkError } from '../../api/api-error';
import { cacheResponse, findCachedResponse } from '../../api/response-cache';

/** What the page of each kind of entity shows. */
export interface DetailByEntity {
  readonly board: Board;
  readonly pinner: Pinner;
  readonly pin: Pin;
}

interface DetailState {
  /** Whose state this is: kind and id. */
  of: string;
  status: 'loading' | 'shown' | 'failed';
  entity: Board | Pinner | Pin | null;
  fault: ApiError | null;
}

/** The one detail page on screen; changed by the actions of this file only. */
export const detail = proxy<DetailState>({ of: '', status: 'loading', entity: null, fault: null });

const detailEndpoints = { board: 'GET /boards/:id', pinner: 'GET /pinners/:id', pin: 'GET /pins/:id' } as const satisfies Record<
  EntityType,
  string
>;

let inFlight: AbortController | null = null;
let prefetchingUrl: string | null = null;

const detailUrl = (entity: EntityType, id: string): string => endpointUrl(detailEndpoints[entity], { params: { id } });

/** What is shown of this entity now; a page asks for its own kind and id, so that it never draws another's data. */
export function currentDetail<E extends EntityType>(state: Readonly<DetailState>, entity: E, id: string): DetailByEntity[E] | null {
  if (state.of !== detailUrl(entity, id)) return (findCachedResponse(detailUrl(entity, id)) as DetailByEntity[E] | undefined) ?? null;
  return state.entity as DetailByEntity[E] | null;
}

/** Why this entity cannot be shown, or null. */
export const detailError = (state: Readonly<DetailState>, entity: EntityType, id: string): ApiError | null =>
  state.of === detailUrl(entity, id) ? state.fault : null;

/** Shows an entity: from memory when it is there, else by asking; what was asked before is given up. `anew` passes memory by. */
export async function openDetail(entity: EntityType, id: string, force = false): Promise<void> {
  const url = detailUrl(entity, id);
  inFlight?.abort();
  const controller = (inFlight = new AbortController());
  const cached = force ? undefined : findCachedResponse(url);
  if (cached) return applyDetail(url, cached as DetailByEntity[EntityType]);
  Object.assign(detail, { of: url, status: 'loading', entity: null, fault: null });
  try {
    const details = await api(detailEndpoints[entity], { params: { id }, signal: controller.signal });
    cacheResponse(url, details);
    if (!controller.signal.aborted) applyDetail(url, details);
  } catch (error) {
    if (controller.signal.aborted) return;
    if (!(error instanceof ApiError)) console.error(error);
    Object.assign(detail, { status: 'failed', fault: ref(error instanceof ApiError ? error : networkError()) });
  }
}

/** Gives up what is under way when the page leaves the screen. */
export const cancelDetailLoad = (): void => inFlight?.abort();

function applyDetail(url: string, entity: DetailByEntity[EntityType]): void {
  Object.assign(detail, { of: url, status: 'shown', entity: ref(entity), fault: null });
}

/** Fetches an entity into memory before its link is followed: one at a time, silently. */
export async function prefetchDetail(entity: EntityType, id: string): Promise<void> {
  const url = detailUrl(entity, id);
  if (prefetchingUrl !== null || findCachedResponse(url)) return;
  prefetchingUrl = url;
  try {
    cacheResponse(url, await api(detailEndpoints[entity], { params: { id } }));
  } catch {
    // The page itself will say so if the link is followed.
  } finally {
    prefetchingUrl = null;
  }
}
