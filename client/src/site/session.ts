import { proxy, ref, useSnapshot } from 'valtio';
import type { CurrentUser, SessionResponse } from '#domain/auth/contract';
import { anonymous, isAdmin, type Viewer } from '#domain/auth/viewer';
import { hasEntitlement, type Entitlement } from '#domain/subscriptions/entitlements';
import { api, onSignedOut } from '../api/api';
import { clearResponseCache } from '../api/response-cache';
import { notify } from './toast';

interface Session {
  user: CurrentUser | null;
  /** The visitor's random id; empty where the browser asks not to be followed. */
  uuid: string;
  /** An affiliate's customer id; empty for none. */
  sscid: string;
  /** False until the first answer: then nothing that depends on the user is decided yet. */
  isLoaded: boolean;
}

/** Who is looking; changed by the actions of this file only. */
export const session = proxy<Session>({ user: null, uuid: '', sscid: '', isLoaded: false });

let sessionRequest: Promise<void> | null = null;
/** Counts sign-ins and sign-outs: an answer asked for before one says nothing any more. */
let viewerVersion = 0;
let viewerChangeListener: () => void = () => {};

/** Names what is to be forgotten when somebody else looks, or the same person with other rights. */
export const onViewerChange = (listener: () => void): void => void (viewerChangeListener = listener);

/** Asks who is looking. A failed first answer leaves an anonymous visitor: the server enforces every right anyway. */
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

function applySession({ user, uuid, sscid }: SessionResponse): void {
  Object.assign(session, { uuid, sscid });
  applyUser(user);
}

/** Resolves when it is known who is looking. */
export const whenSessionLoaded = (): Promise<void> => (session.isLoaded ? Promise.resolve() : loadSession());

/** Somebody has signed in, or what is known of the user has changed. */
export function setCurrentUser(user: CurrentUser): void {
  viewerVersion += 1;
  applyUser(user);
}

/** Signs out at once on screen, then on the server; when that fails one is still signed in, and is told so. */
export async function signOut(): Promise<void> {
  const { user } = session;
  viewerVersion += 1;
  applyUser(null);
  try {
    await api('DELETE /sessions');
    await loadSession();
  } catch {
    if (user) setCurrentUser(user);
    notify('You are still signed in: we could not reach the server. Please try again.', 'error');
  }
}

/** The account is gone, or all its sessions: nobody is signed in any more. */
export async function clearSession(): Promise<void> {
  viewerVersion += 1;
  applyUser(null);
  await loadSession();
}

/** Has an affiliate's customer id remembered with the session. */
export async function saveAffiliate(sscid: string): Promise<void> {
  applySession(await api('PATCH /sessions', { body: { sscid } }));
}

onSignedOut(() => {
  if (!session.user) return;
  viewerVersion += 1;
  applyUser(null);
  notify('You were signed out. Sign in to go on.', 'error');
});

function applyUser(user: CurrentUser | null): void {
  const previousId = session.user?.id ?? null;
  const isSameViewer = session.isLoaded && previousId === (user?.id ?? null) && session.user?.is_premium === user?.is_premium;
  const wasLoaded = session.isLoaded;
  session.user = user?.id ? ref(user) : null;
  session.isLoaded = true;
  if (isSameViewer) return;
  clearResponseCache();
  if (wasLoaded) viewerChangeListener();
}

const toViewer = (user: CurrentUser | null): Viewer => (user ? { kind: 'user', user } : anonymous);

/** May whoever is looking now use what the entitlement names? For actions; components take `useMay`. */
export const viewerHas = (entitlement: Entitlement): boolean => hasEntitlement(toViewer(session.user), entitlement);

/** May whoever is looking use what the entitlement names? */
export function useEntitlement(entitlement: Entitlement): boolean {
  const { user } = useSnapshot(session);
  return hasEntitlement(toViewer(user), entitlement);
}

/** Is an administrator looking? */
export function useIsAdmin(): boolean {
  const { user } = useSnapshot(session);
  return isAdmin(toViewer(user));
}

/** Who is signed in; null for a visitor, and while it is not known yet. */
export const useUser = (): CurrentUser | null => useSnapshot(session).user;
