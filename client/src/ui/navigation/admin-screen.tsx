import { type ReactNode, useState } from 'react';
import type { Resource } from '../../api/resource';
import { classes } from '../classes';
import { Card } from '../card';
import { SkeletonBar } from '../feedback/skeleton';
import { Screen } from './screen';
import styles from './admin-screen.module.css';

interface AdminScreenProps {
  /** The line under the heading. */
  readonly lead: ReactNode;
  /** The controls beside the heading. */
  readonly actions: ReactNode;
  readonly isReady: boolean;
  readonly children: ReactNode;
}

/** A screen of the admin area, with controls beside its heading. */
export const AdminScreen = ({ lead, actions, isReady, children }: AdminScreenProps) => (
  <Screen className={classes('stack gap-5 gap-x-6', styles.screen)} isReady={isReady}>
    <div className={classes('stack gap-3', styles.head)}>
      <p className={classes('lead', styles.lead)}>{lead}</p>
      <div className={classes('cluster items-end gap-3', styles.actions)}>{actions}</div>
    </div>
    {children}
  </Screen>
);

interface LoadedTogetherProps {
  readonly resources: readonly Pick<Resource<unknown>, 'data' | 'error'>[];
  readonly children: ReactNode;
}

/** Cards that appear together once each has its data or its error, so that none moves another; until then, a card as high as the window. */
export function LoadedTogether({ resources, children }: LoadedTogetherProps) {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return children;
  if (resources.every(({ data, error }) => data !== null || error !== null)) setIsShown(true);
  return (
    <Card className={classes('stack at-top', styles.loading)} aria-busy="true" aria-label="Loading" data-testid="cards-skeleton">
      {['1', '2', '3'].map((row) => (
        <SkeletonBar key={row} height={20} />
      ))}
    </Card>
  );
}
