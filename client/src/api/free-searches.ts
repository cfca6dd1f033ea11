import { proxy } from 'valtio';

/** How many free searches the user has left today; null until a list has told it. */
export const freeSearches = proxy<{ left: number | null }>({ left: null });
