import { useLayoutEffect } from 'react';
import { navigate } from '../../site/navigation';

/** Goes elsewhere without leaving a trace in the history. */
export function Redirect({ to }: { readonly to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
