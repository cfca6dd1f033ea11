import { createStore } from './store';

/** How many free searches the user has left today; null until the first list response. */
export const freeSearches = createStore<{ left: number | null }>(() => ({ left: null }), 'viewer');
