import { type ReactNode, useState } from 'react';
import type { Resource } from '../../api/resource';
import { classes } from '../classes';
import { Card } from '../card';
import { SkeletonBar } from '../feedback/skeleton';
import { Spinner } from '../feedback/spinner';
import { Screen } from './screen';
import styles from './admin-screen.module.css';

interface AdminScreenProps {
  /** The line under the heading. */
  readonly lead: ReactNode;
  /** Whether something on the screen is loading. */
  readonly busy?: boolean;
  /** The controls beside the heading. */
  readonly actions: ReactNode;
  readonly isReady: boolean;
  /** A side panel beside the screen. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the admin area, with controls beside its heading. */
export const AdminScreen = ({ lead, busy = false, actions, isReady, panel, children }: AdminScreenProps) => (
  <div className={classes(Boolean(panel) && styles.withPanel)}>
    <Screen className={classes('stack gap-5 gap-x-6', styles.screen)} isReady={isReady}>
      <div className={classes('stack gap-3', styles.head)}>
        <p className={classes('lead', styles.lead)}>
          {lead} <Spinner busy={busy} />
        </p>
        <div className={classes('cluster items-end gap-2', styles.actions)}>{actions}</div>
      </div>
      {children}
    </Screen>
    {panel}
  </div>
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
