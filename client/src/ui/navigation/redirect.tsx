import { useLayoutEffect } from 'react';
import { navigate } from '../../site/navigation';

/** Replaces the current address by another one. */
export function Redirect({ to }: { readonly to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
