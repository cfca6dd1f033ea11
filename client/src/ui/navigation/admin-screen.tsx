import type { ReactNode } from 'react';
import { classes } from '../classes';
import { Screen } from './screen';
import styles from './admin-screen.module.css';
import text from '../text.module.css';

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
  <Screen className={styles.screen} isReady={isReady}>
    <div className={styles.head}>
      <p className={classes(text.lead, styles.lead)}>{lead}</p>
      <div className={styles.actions}>{actions}</div>
    </div>
    {children}
  </Screen>
);
