import { useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { theme } from '../site/theme';

const NARROW_QUERY = '(max-width: 767.98px)';
const COMPACT_QUERY = '(max-width: 1023.98px)';
/** No pointer hovers: phones and tablets, which have no keyboard either. */
const TOUCH_ONLY_QUERY = '(hover: none)';
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

/** Is the window too narrow for a column beside the content (under 1024 px)? */
export const useIsCompact = (): boolean => useMediaQuery(COMPACT_QUERY);

/** Is the screen one that is only touched? */
export const useIsTouchOnly = (): boolean => useMediaQuery(TOUCH_ONLY_QUERY);

/** Is the page dark, by the chosen theme or the system's? */
export function useIsDark(): boolean {
  const prefersDark = useMediaQuery(DARK_QUERY);
  const { value } = useSnapshot(theme);
  return value === 'system' ? prefersDark : value === 'dark';
}

/** Does the user prefer reduced motion? */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
