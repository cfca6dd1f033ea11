import { useSyncExternalStore } from 'react';
import { entryKey, onAddressChange } from '../../site/navigation';

/** The path exactly as in the address bar. */
export const usePath = (): string => useSyncExternalStore(onAddressChange, () => location.pathname);

/** The query string exactly as in the address bar, without the question mark. */
export const useSearchText = (): string => useSyncExternalStore(onAddressChange, () => location.search.slice(1));

/** The key of the current history entry. */
export const useEntryKey = (): string => useSyncExternalStore(onAddressChange, entryKey);
