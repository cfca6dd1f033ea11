import { safeRedirect } from '#domain/auth/sessions/safe-redirect';
import { usePath, useSearchText } from './use-path';

/** The path to go to after success: the `next` parameter if it is a path of this site, else the home page. */
export function useNextPath(): string {
  const path = usePath();
  const text = useSearchText();
  return safeRedirect(new URLSearchParams(text).get('next'), location.origin, path);
}
