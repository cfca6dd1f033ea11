import { classes } from '../ui/classes';
import type { ReactNode } from 'react';
import { Screen } from '../ui/navigation/screen';
import styles from './text-screen.module.css';

/** A screen for reading: one narrow column of text. */
export const TextScreen = ({ children }: { readonly children: ReactNode }) => (
  <Screen className={classes('stack gap-4', styles.screen)}>{children}</Screen>
);
