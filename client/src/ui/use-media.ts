import { useSyncExternalStore } from 'react';

const NARROW_QUERY = '(max-width: 767.98px)';
const COMPACT_QUERY = '(max-width: 1023.98px)';
const DARK_QUERY = '(prefers-color-scheme: dark)';

function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Is the window narrower than a tablet (under 768 px)? */
export const useIsNarrow = (): boolean => useMediaQuery(NARROW_QUERY);

/** Is there no room for a column beside the content (under 1024 px)? */
export const useIsCompact = (): boolean => useMediaQuery(COMPACT_QUERY);

/** Does the device ask for dark colours? */
export const usePrefersDark = (): boolean => useMediaQuery(DARK_QUERY);

/** Does this person want little movement? */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
