import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 767.98px)';
const COMPACT = '(max-width: 1023.98px)';
const DARK = '(prefers-color-scheme: dark)';

function useMedia(query: string): boolean {
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
export const useIsNarrow = (): boolean => useMedia(NARROW);

/** Is there no room for a column beside the content (under 1024 px)? */
export const useIsCompact = (): boolean => useMedia(COMPACT);

/** Does the device ask for dark colours? */
export const useDeviceIsDark = (): boolean => useMedia(DARK);

/** Does this person want little movement? */
export const wantsLittleMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
