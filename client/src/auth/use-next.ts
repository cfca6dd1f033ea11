import { safeNext } from '#domain/auth/next';
import { usePath, useSearchText } from '../ui/address';

/** Where to go after success: what the address asks for when it is a place of ours, else home. */
export function useNext(): string {
  const path = usePath();
  const text = useSearchText();
  return safeNext(new URLSearchParams(text).get('next'), location.origin, path);
}
