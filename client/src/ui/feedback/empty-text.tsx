import { classes } from '../classes';
import type { ReactNode } from 'react';
import styles from './empty-text.module.css';

/** Takes the place of a chart or table without data. */
export const EmptyText = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes('center muted text-center', styles.empty)}>{children}</p>
);
