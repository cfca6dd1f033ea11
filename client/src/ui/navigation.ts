import { outside } from './leave';

/** How the address came to be what it is. */
export type Move = 'load' | 'push' | 'replace' | 'pop';

interface Position {
  readonly y: number;
  /** The address of the link that was followed from there. */
  readonly link: string | null;
}

const STORE = 'positions';
const MOST = 50;
/** Begins the names of entries that a document was loaded at: before them is nothing of ours. */
const FIRST = 'first';

const positions = new Map<string, Position>(readStore());
let move: Move = 'load';
let current = entryKey();
let count = 0;

/** On once another party's script runs in this document: from then on every other page is a document of its own, without that script. */
export const wholePages = { on: false };

/** How the present address was reached. */
export const lastMove = (): Move => move;

/** Names the history entry we are at; a text that stays the same when one comes back to it. */
export function entryKey(): string {
  const state: unknown = history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : FIRST;
  return typeof key === 'string' ? key : FIRST;
}

/** Where the view stood when this entry was left, if it was ever left. */
export const savedPosition = (): Position | undefined => positions.get(current);

/** Goes to an address of our own. `replace` keeps the entry, and with it its place in the history. */
export function go(to: string, options: { readonly replace?: boolean } = {}): void {
  if (wholePages.on) return outside.open(to);
  if (options.replace) {
    move = 'replace';
    history.replaceState({ key: current }, '', to);
    return;
  }
  save(to);
  move = 'push';
  current = nextKey();
  history.pushState({ key: current }, '', to);
}

/** Goes back, or to `otherwise` when there is nothing of ours to go back to. */
export function goBack(otherwise: string): void {
  if (!entryKey().startsWith(FIRST)) history.back();
  else go(otherwise);
}

/** Starts to watch the history; must run before anything is drawn, so that a position is saved before the view changes. */
export function watchHistory(): void {
  history.scrollRestoration = 'manual';
  if (history.state === null) {
    // Each gets a name of its own: where an earlier document of this tab stood says nothing about this one.
    current = `${FIRST}-${nextKey()}`;
    history.replaceState({ key: current }, '');
  }
  addEventListener('popstate', () => {
    if (wholePages.on) return outside.reload();
    save(positions.get(current)?.link ?? null);
    if (history.state === null) return nameEntry();
    move = 'pop';
    current = entryKey();
  });
  addEventListener('pagehide', () => {
    save(null);
    try {
      sessionStorage.setItem(STORE, JSON.stringify([...positions].slice(-MOST)));
    } catch {
      // Without storage a reload starts at the top.
    }
  });
}

/** A link to a place on the same page makes an entry without our name: it gets one, and the browser's own scrolling stands. */
function nameEntry(): void {
  move = 'replace';
  current = nextKey();
  history.replaceState({ key: current }, '');
}

const nextKey = (): string => `${Date.now().toString(36)}-${(count += 1)}`;

function save(link: string | null): void {
  positions.delete(current);
  positions.set(current, { y: scrollY, link });
}

function readStore(): [string, Position][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as [string, Position][];
  } catch {
    return [];
  }
}
