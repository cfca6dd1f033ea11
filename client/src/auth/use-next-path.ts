import { safeRedirect } from '#domain/auth/sessions/safe-redirect';
import { usePath, useSearchText } from '../ui/navigation/use-path';

/** Where to go after success: what the address asks for when it is a place of ours, else home. */
export function useNextPath(): string {
  const path = usePath();
  const text = useSearchText();
  return safeRedirect(new URLSearchParams(text).get('next'), location.origin, path);
}
