import { type ReactNode, Suspense } from 'react';
import { useIsLinked } from '../site/session';

interface ForLinkedProps {
  /** What stands there until the chunk is loaded. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** What only users with a linked account have; its chunk is not loaded for others. */
export const ForLinked = ({ fallback, children }: ForLinkedProps) => useIsLinked() && <Suspense fallback={fallback}>{children}</Suspense>;
