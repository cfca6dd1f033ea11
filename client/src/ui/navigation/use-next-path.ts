import { safeRedirect } from '#domain/auth/sessions/safe-redirect';
import { paths } from '../../site/paths';
import { usePath, usePathWithQuery, useSearchText } from './use-path';

/** The path to go to after success: the `next` parameter if it is a path of this site, else the home page. */
export function useNextPath(): string {
  const path = usePath();
  const text = useSearchText();
  return safeRedirect(new URLSearchParams(text).get('next'), location.origin, path);
}

/**
 * What links to sign-in and sign-up carry as `next`: the current screen, Today from the home and the Premium page, and on the auth screens
 * their own `next`.
 */
export function useReturnPath(): string {
  const path = usePath();
  const query = useSearchText();
  const pathWithQuery = usePathWithQuery();
  if (path.startsWith('/auth/')) return new URLSearchParams(query).get('next') ?? paths.home;
  if (path === paths.home || path === paths.premium) return paths.dashboard;
  return pathWithQuery;
}
