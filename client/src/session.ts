import { proxy, ref, useSnapshot } from 'valtio';
import type { CurrentUser } from '#domain/auth/user';
import { anonymous, isAdmin, type Viewer } from '#domain/auth/viewer';
import { allows, type Entitlement } from '#domain/subscriptions/entitlements';
import { api } from './api/api';
import { forgetAnswers } from './api/response-cache';

interface Session {
  user: CurrentUser | null;
  /** False until the first answer: then nothing that depends on the user is decided yet. */
  known: boolean;
}

/** Who is looking; changed by the actions of this file only. */
export const session = proxy<Session>({ user: null, known: false });

let asking: Promise<void> | null = null;

/** Asks who is looking. A failed answer leaves an anonymous visitor: the server enforces every right anyway. */
export function loadSession(): Promise<void> {
  asking ??= api('GET /sessions')
    .then(({ user }) => setUser(user))
    .catch(() => setUser(null))
    .finally(() => (asking = null));
  return asking;
}

/** Resolves when it is known who is looking. */
export const sessionKnown = (): Promise<void> => (session.known ? Promise.resolve() : loadSession());

function setUser(user: CurrentUser | null): void {
  const before = session.user?.id ?? null;
  const same = session.known && before === (user?.id ?? null) && session.user?.is_premium === user?.is_premium;
  if (!same) forgetAnswers();
  session.user = user ? ref(user) : null;
  session.known = true;
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
