import { useRouter } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { entryKey } from '../../site/navigation';

/** The path exactly as the address bar has it. Wouter's own hook decodes it once, which ids with a `%` do not survive. */
export function usePath(): string {
  const router = useRouter();
  return router.hook(router)[0];
}

/** The query string exactly as the address bar has it, without its question mark. */
export function useSearchText(): string {
  const router = useRouter();
  return (router.searchHook(router) ?? '').replace(/^\?/, '');
}

/** The history entry shown now; changes with every push and every step back. */
export function useEntryKey(): string {
  useHistoryState();
  return entryKey();
}
