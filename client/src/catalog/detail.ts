import { proxy, ref } from 'valtio';
import type { Board } from '#domain/catalog/board';
import type { Pin } from '#domain/catalog/pin';
import type { Pinner } from '#domain/catalog/pinner';
import type { EntityType } from '#domain/catalog/variants';
import { addressOf, api } from '../api/api';
import { ApiError, noAnswer } from '../api/api-error';
import { keep, recall } from '../api/response-cache';

/** What the page of each kind of entity shows. */
export interface DetailOf {
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

const endpoints = { board: 'GET /boards/:id', pinner: 'GET /pinners/:id', pin: 'GET /pins/:id' } as const satisfies Record<
  EntityType,
  string
>;

let inFlight: AbortController | null = null;
let fetchingAhead: string | null = null;

const keyOf = (entity: EntityType, id: string): string => addressOf(endpoints[entity], { params: { id } });

/** What is shown of this entity now; a page asks for its own kind and id, so that it never draws another's data. */
export function shownDetail<E extends EntityType>(state: Readonly<DetailState>, entity: E, id: string): DetailOf[E] | null {
  if (state.of !== keyOf(entity, id)) return (recall(keyOf(entity, id)) as DetailOf[E] | undefined) ?? null;
  return state.entity as DetailOf[E] | null;
}

/** Why this entity cannot be shown, or null. */
export const detailFault = (state: Readonly<DetailState>, entity: EntityType, id: string): ApiError | null =>
  state.of === keyOf(entity, id) ? state.fault : null;

/** Shows an entity: from memory when it is there, else by asking; what was asked before is given up. `anew` passes memory by. */
export async function openDetail(entity: EntityType, id: string, anew = false): Promise<void> {
  const key = keyOf(entity, id);
  inFlight?.abort();
  const controller = (inFlight = new AbortController());
  const known = anew ? undefined : recall(key);
  if (known) return settle(key, known as DetailOf[EntityType]);
  Object.assign(detail, { of: key, status: 'loading', entity: null, fault: null });
  try {
    const found = await api(endpoints[entity], { params: { id }, signal: controller.signal });
    keep(key, found);
    if (!controller.signal.aborted) settle(key, found);
  } catch (error) {
    if (controller.signal.aborted) return;
    if (!(error instanceof ApiError)) console.error(error);
    Object.assign(detail, { status: 'failed', fault: ref(error instanceof ApiError ? error : noAnswer()) });
  }
}

/** Gives up what is under way when the page leaves the screen. */
export const leaveDetail = (): void => inFlight?.abort();

function settle(key: string, entity: DetailOf[EntityType]): void {
  Object.assign(detail, { of: key, status: 'shown', entity: ref(entity), fault: null });
}

/** Fetches an entity into memory before its link is followed: one at a time, silently. */
export async function prefetchDetail(entity: EntityType, id: string): Promise<void> {
  const key = keyOf(entity, id);
  if (fetchingAhead !== null || recall(key)) return;
  fetchingAhead = key;
  try {
    keep(key, await api(endpoints[entity], { params: { id } }));
  } catch {
    // The page itself will say so if the link is followed.
  } finally {
    fetchingAhead = null;
  }
}
