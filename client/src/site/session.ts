import { ref, useSnapshot } from 'valtio';
import type { CurrentUser, SessionResponse } from '#domain/auth/sessions/contract';
import { anonymous, isAdmin, type Viewer } from '#domain/auth/viewer';
import { type Formats, reader } from '#domain/site/reader';
import { hasEntitlement, type Entitlement, MAX_COMPARED, MAX_FREE_COMPARED } from '#domain/subscriptions/entitlements';
import { type SearchAccess, searchAccessOf } from '#domain/subscriptions/free-searches/free-search-rights';
import { api, onSignedOut, freeSearches } from '../api/api';
import { catalogStats, useCatalogStats } from '../api/catalog-stats';
import { notify } from './toast';
import { createStore, resetStores } from '../api/store';

interface Session {
  user: CurrentUser | null;
  /** The visitor's random id; empty if the browser opted out of tracking. */
  uuid: string;
  /** The affiliate's customer id; empty without one. */
  sscid: string;
  /** The masked address that this browser signed up with and has not confirmed. */
  pendingEmail: string | null;
  /** False until the first response: nothing that depends on the user is decided before. */
  isLoaded: boolean;
}

/** The session; changed only by the functions of this file. */
export const session = createStore<Session>(() => ({ user: null, uuid: '', sscid: '', pendingEmail: null, isLoaded: false }));

let sessionRequest: Promise<void> | null = null;
/** Counts sign-ins and sign-outs: a response that was requested before one is stale. */
let viewerVersion = 0;

/** Loads the session; concurrent calls share one request. If the first load fails the viewer is a visitor. */
export function loadSession(): Promise<void> {
  sessionRequest ??= fetchSession().finally(() => (sessionRequest = null));
  return sessionRequest;
}

async function fetchSession(): Promise<void> {
  const versionBefore = viewerVersion;
  try {
    const response = await api('GET /sessions');
    if (versionBefore === viewerVersion) applySession(response);
  } catch {
    if (!session.isLoaded) applyUser(null);
  }
}

function applySession({ user, uuid, sscid, pending_email: pendingEmail }: SessionResponse): void {
  Object.assign(session, { uuid, sscid, pendingEmail });
  applyUser(user);
}

/** Sets the user after a sign-in, a sign-out, or a change of the account. */
export function setCurrentUser(user: CurrentUser | null): void {
  viewerVersion += 1;
  applyUser(user);
}

/** Signs out on screen first, then on the server; if that fails the user stays signed in and sees an error. */
export async function signOut(): Promise<void> {
  const { user } = session;
  setCurrentUser(null);
  try {
    await api('DELETE /sessions');
    await loadSession();
  } catch {
    if (user) setCurrentUser(user);
    notify("We couldn't sign you out. Check your connection.", 'error');
  }
}

/** Signs out on screen after the server ended the session. */
export async function clearSession(): Promise<void> {
  setCurrentUser(null);
  await loadSession();
}

/** Stores an affiliate's customer id in the session. */
export async function saveAffiliate(sscid: string): Promise<void> {
  applySession(await api('PATCH /sessions', { body: { sscid } }));
}

onSignedOut(() => {
  if (!session.user) return;
  setCurrentUser(null);
  notify('You were signed out. Sign in to continue.', 'error');
});

/** The formats that the browser is set to. */
export function browserFormats(): Formats {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { locale, time_zone: timeZone };
}

/** Visitors, and users whose formats are not known, have those of their browser; it tells them to the server once. */
function applyFormats(user: CurrentUser | null): void {
  reader.formats = user?.formats ?? browserFormats();
  if (user?.id && !user.formats) void api('PUT /users/me/formats', { body: reader.formats }).catch(() => undefined);
}

function applyUser(user: CurrentUser | null): void {
  applyFormats(user);
  const previousId = session.user?.id ?? null;
  const isSameViewer = previousId === (user?.id ?? null) && session.user?.is_premium === user?.is_premium;
  // Who it is has become known with the first response; what was typed and loaded before is theirs.
  const hasChanged = session.isLoaded && !isSameViewer;
  session.user = user?.id ? ref(user) : null;
  session.isLoaded = true;
  if (hasChanged) resetStores('viewer');
}

const toViewer = (user: CurrentUser | null): Viewer => (user ? { kind: 'user', user } : anonymous);

/** Does the current viewer have the entitlement? Components use `useEntitlement`. */
export const viewerHas = (entitlement: Entitlement): boolean => hasEntitlement(toViewer(session.user), entitlement);

/** Returns whether the current viewer has an entitlement. */
export function useViewerHas(): (entitlement: Entitlement) => boolean {
  const { user } = useSnapshot(session);
  return (entitlement) => hasEntitlement(toViewer(user), entitlement);
}

/** Does the current viewer have the entitlement? */
export const useEntitlement = (entitlement: Entitlement): boolean => useViewerHas()(entitlement);

/** How the current viewer may search by keyword. */
export function useSearchAccess(): SearchAccess {
  const { user } = useSnapshot(session);
  const { data: stats } = useCatalogStats();
  const { left } = useSnapshot(freeSearches);
  return searchAccessOf(toViewer(user), stats?.free_searches, left);
}

/** How the current viewer may search, however many free searches are left: those of today can be repeated. */
export const viewerSearchAccess = (): SearchAccess => searchAccessOf(toViewer(session.user), catalogStats()?.free_searches);

/** Is the current viewer an admin? */
export function useIsAdmin(): boolean {
  const { user } = useSnapshot(session);
  return isAdmin(toViewer(user));
}

/** The signed-in user; null for a visitor and until the session is loaded. */
export const useUser = (): CurrentUser | null => useSnapshot(session).user;

/** Whether the signed-in user has linked an account. */
export const useIsLinked = (): boolean => (useUser()?.username ?? null) !== null;

/** How many items the current viewer may compare. */
export const useMaxCompared = (): number => (useEntitlement('more_compared') ? MAX_COMPARED : MAX_FREE_COMPARED);
