import { useLayoutEffect } from 'react';
import { go } from './navigation';

/** Goes elsewhere without leaving a trace in the history. */
export function Away({ to }: { readonly to: string }) {
  useLayoutEffect(() => go(to, { replace: true }), [to]);
  return null;
}
