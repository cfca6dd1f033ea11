import { useRouter } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { entryKey } from '../../site/navigation';

/** The path exactly as in the address bar. Wouter's own hook decodes it, which breaks ids with a `%`. */
export function usePath(): string {
  const router = useRouter();
  return router.hook(router)[0];
}

/** The query string exactly as in the address bar, without the question mark. */
export function useSearchText(): string {
  const router = useRouter();
  return (router.searchHook(router) ?? '').replace(/^\?/, '');
}

/** The path with its query, exactly as in the address bar. */
export function usePathWithQuery(): string {
  const path = usePath();
  const query = useSearchText();
  return query === '' ? path : `${path}?${query}`;
}

/** The key of the current history entry. */
export function useEntryKey(): string {
  useHistoryState();
  return entryKey();
}
