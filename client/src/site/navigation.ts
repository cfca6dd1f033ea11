import { browserNavigation } from './browser-navigation';

/** How the address came to be what it is. */
export type NavigationKind = 'load' | 'push' | 'replace' | 'pop';

interface ScrollPosition {
  readonly y: number;
  /** The address of the link that was followed from there. */
  readonly link: string | null;
}

const SCROLL_POSITIONS_KEY = 'positions';
const MAX_SAVED_POSITIONS = 50;
/** Begins the names of entries that a document was loaded at: before them is nothing of ours. */
const FIRST_ENTRY_KEY = 'first';

const scrollPositions = new Map<string, ScrollPosition>(readSavedPositions());
let navigationKind: NavigationKind = 'load';
let currentKey = entryKey();
let entryCount = 0;

/** On once another party's script runs in this document: from then on every other page is a document of its own, without that script. */
export const fullPageNavigation = { enabled: false };

/** How the present address was reached. */
export const lastNavigationKind = (): NavigationKind => navigationKind;

/** Names the history entry we are at; a text that stays the same when one comes back to it. */
export function entryKey(): string {
  const state: unknown = history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : FIRST_ENTRY_KEY;
  return typeof key === 'string' ? key : FIRST_ENTRY_KEY;
}

/** Where the view stood when this entry was left, if it was ever left. */
export const savedScrollPosition = (): ScrollPosition | undefined => scrollPositions.get(currentKey);

/** Goes to an address of our own. `replace` keeps the entry, and with it its place in the history. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  if (fullPageNavigation.enabled) return browserNavigation.open(to);
  if (options.replace) {
    navigationKind = 'replace';
    history.replaceState({ key: currentKey }, '', to);
    return;
  }
  savePosition(to);
  navigationKind = 'push';
  currentKey = newEntryKey();
  history.pushState({ key: currentKey }, '', to);
}

/** Goes back, or to `otherwise` when there is nothing of ours to go back to. */
export function goBack(fallback: string): void {
  if (!entryKey().startsWith(FIRST_ENTRY_KEY)) history.back();
  else navigate(fallback);
}

/** Starts to watch the history; must run before anything is drawn, so that a position is saved before the view changes. */
export function watchHistory(): void {
  history.scrollRestoration = 'manual';
  if (history.state === null) {
    // Each gets a name of its own: where an earlier document of this tab stood says nothing about this one.
    currentKey = `${FIRST_ENTRY_KEY}-${newEntryKey()}`;
    history.replaceState({ key: currentKey }, '');
  }
  addEventListener('popstate', () => {
    if (fullPageNavigation.enabled) return browserNavigation.reload();
    savePosition(scrollPositions.get(currentKey)?.link ?? null);
    if (history.state === null) return assignEntryKey();
    navigationKind = 'pop';
    currentKey = entryKey();
  });
  addEventListener('pagehide', () => {
    savePosition(null);
    try {
      sessionStorage.setItem(SCROLL_POSITIONS_KEY, JSON.stringify([...scrollPositions].slice(-MAX_SAVED_POSITIONS)));
    } catch {
      // Without storage a reload starts at the top.
    }
  });
}

/** A link to a place on the same page makes an entry without our name: it gets one, and the browser's own scrolling stands. */
function assignEntryKey(): void {
  navigationKind = 'replace';
  currentKey = newEntryKey();
  history.replaceState({ key: currentKey }, '');
}

const newEntryKey = (): string => `${Date.now().toString(36)}-${(entryCount += 1)}`;

function savePosition(link: string | null): void {
  scrollPositions.delete(currentKey);
  scrollPositions.set(currentKey, { y: scrollY, link });
}

function readSavedPositions(): [string, ScrollPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS_KEY) ?? '[]') as [string, ScrollPosition][];
  } catch {
    return [];
  }
}
