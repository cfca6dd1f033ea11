import { proxy, ref, useSnapshot } from 'valtio';
import type { CurrentUser, SessionAnswer } from '#domain/auth/user';
import { anonymous, isAdmin, type Viewer } from '#domain/auth/viewer';
import { allows, type Entitlement } from '#domain/subscriptions/entitlements';
import { api, onSignedOut } from './api/api';
import { forgetAnswers } from './api/response-cache';
import { notify } from './ui/toast';

interface Session {
  user: CurrentUser | null;
  /** The visitor's random id; empty where the browser asks not to be followed. */
  uuid: string;
  /** An affiliate's customer id; empty for none. */
  sscid: string;
  /** False until the first answer: then nothing that depends on the user is decided yet. */
  known: boolean;
}

/** Who is looking; changed by the actions of this file only. */
export const session = proxy<Session>({ user: null, uuid: '', sscid: '', known: false });

let asking: Promise<void> | null = null;
/** Counts sign-ins and sign-outs: an answer asked for before one says nothing any more. */
let change = 0;
let whenOther: () => void = () => {};

/** Names what is to be forgotten when somebody else looks, or the same person with other rights. */
export const onOtherViewer = (listener: () => void): void => void (whenOther = listener);

/** Asks who is looking. A failed first answer leaves an anonymous visitor: the server enforces every right anyway. */
export function loadSession(): Promise<void> {
  asking ??= ask().finally(() => (asking = null));
  return asking;
}

async function ask(): Promise<void> {
  const before = change;
  try {
    const answer = await api('GET /sessions');
    if (before === change) take(answer);
  } catch {
    if (!session.known) setUser(null);
  }
}

function take({ user, uuid, sscid }: SessionAnswer): void {
  Object.assign(session, { uuid, sscid });
  setUser(user);
}

/** Resolves when it is known who is looking. */
export const sessionKnown = (): Promise<void> => (session.known ? Promise.resolve() : loadSession());

/** Somebody has signed in, or what is known of the user has changed. */
export function signIn(user: CurrentUser): void {
  change += 1;
  setUser(user);
}

/** Signs out at once on screen, then on the server; when that fails one is still signed in, and is told so. */
export async function signOut(): Promise<void> {
  const { user } = session;
  change += 1;
  setUser(null);
  try {
    await api('DELETE /sessions');
    await loadSession();
  } catch {
    if (user) signIn(user);
    notify('You are still signed in: we could not reach the server. Please try again.', 'error');
  }
}

/** The account is gone, or all its sessions: nobody is signed in any more. */
export async function leaveSession(): Promise<void> {
  change += 1;
  setUser(null);
  await loadSession();
}

/** Has an affiliate's customer id remembered with the session. */
export async function rememberAffiliate(sscid: string): Promise<void> {
  take(await api('PATCH /sessions', { body: { sscid } }));
}

onSignedOut(() => {
  if (!session.user) return;
  change += 1;
  setUser(null);
  notify('You were signed out. Sign in to go on.', 'error');
});

function setUser(user: CurrentUser | null): void {
  const before = session.user?.id ?? null;
  const same = session.known && before === (user?.id ?? null) && session.user?.is_premium === user?.is_premium;
  const wasKnown = session.known;
  session.user = user?.id ? ref(user) : null;
  session.known = true;
  if (same) return;
  forgetAnswers();
  if (wasKnown) whenOther();
}

const viewerOf = (user: CurrentUser | null): Viewer => (user ? { kind: 'user', user } : anonymous);

/** May whoever is looking now use what the entitlement names? For actions; components take `useMay`. */
export const may = (entitlement: Entitlement): boolean => allows(viewerOf(session.user), entitlement);

/** May whoever is looking use what the entitlement names? */
export function useMay(entitlement: Entitlement): boolean {
  const { user } = useSnapshot(session);
  return allows(viewerOf(user), entitlement);
}

/** Is an administrator looking? */
export function useIsAdmin(): boolean {
  const { user } = useSnapshot(session);
  return isAdmin(viewerOf(user));
}

/** Who is signed in; null for a visitor, and while it is not known yet. */
export const useUser = (): CurrentUser | null => useSnapshot(session).user;
