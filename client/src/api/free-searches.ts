import { proxy } from 'valtio';

/** How many free searches the user has left today; null until the first list response. */
export const freeSearches = proxy<{ left: number | null }>({ left: null });
