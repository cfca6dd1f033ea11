import { browserNavigation } from './browser-navigation';
import { readStored, store } from './storage';

/** How the current history entry was reached. */
type NavigationKind = 'load' | 'push' | 'replace' | 'pop';

interface ScrollPosition {
  readonly y: number;
  /** The target of the link that was followed from this entry. */
  readonly link: string | null;
}

const SCROLL_POSITIONS_KEY = 'positions';
const MAX_SAVED_POSITIONS = 50;
/** Prefix of the keys of entries that a document was loaded at: there is no entry of ours before them. */
const FIRST_ENTRY_KEY = 'first';

const savedPositions = JSON.parse(readStored(SCROLL_POSITIONS_KEY, 'sessionStorage') ?? '[]') as [string, ScrollPosition][];
const scrollPositions = new Map(savedPositions);
let navigationKind: NavigationKind = 'load';
let currentKey = entryKey();
let entryCount = 0;

/** Enabled once a third-party script runs in this document: from then on every navigation loads a new document without it. */
export const fullPageNavigation = { enabled: false };

/** How the current history entry was reached. */
export const lastNavigationKind = (): NavigationKind => navigationKind;

/** The key of the current history entry; it is the same when the visitor comes back. */
export function entryKey(): string {
  const state: unknown = history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : FIRST_ENTRY_KEY;
  return typeof key === 'string' ? key : FIRST_ENTRY_KEY;
}

/** The scroll position when this entry was left; undefined for a new entry. */
export const savedScrollPosition = (): ScrollPosition | undefined => scrollPositions.get(currentKey);

/** Goes to an address of our own. `replace` replaces the current history entry. */
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

/** Goes back, or to the fallback if the entry before is not ours. */
export function goBack(fallback: string): void {
  if (!entryKey().startsWith(FIRST_ENTRY_KEY)) history.back();
  else navigate(fallback);
}

/** Starts to watch the history. Call it before the first render, so that positions are saved before the view changes. */
export function watchHistory(): void {
  history.scrollRestoration = 'manual';
  if (history.state === null) {
    // A unique key: positions of an earlier document in this tab do not apply.
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
    store(SCROLL_POSITIONS_KEY, JSON.stringify([...scrollPositions].slice(-MAX_SAVED_POSITIONS)), 'sessionStorage');
  });
}

/** A link to a fragment creates an entry without our key: it gets one, and the browser scrolls. */
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
