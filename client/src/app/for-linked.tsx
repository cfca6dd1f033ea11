import { type ReactNode, Suspense } from 'react';
import { useIsLinked } from '../site/session';

/** What only users with a linked account have; its chunk is not loaded for others. */
export const ForLinked = ({ children }: { readonly children: ReactNode }) =>
  useIsLinked() && <Suspense fallback={null}>{children}</Suspense>;
