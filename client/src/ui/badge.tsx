import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './badge.module.css';

/** A short status word; `plain` is the muted variant. */
export const Badge = ({ isPlain = false, children }: { readonly isPlain?: boolean; readonly children: ReactNode }) => (
  <span className={classes(styles.badge, isPlain && styles.plain)}>{children}</span>
);
