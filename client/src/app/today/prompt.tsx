import { classes } from '../../ui/classes';
import type { ReactNode } from 'react';
import styles from './dashboard-screen.module.css';

interface PromptProps {
  readonly text: string;
  /** The button that leads on. */
  readonly children: ReactNode;
}

/** Stands for a block that has nothing to show yet. */
export const Prompt = ({ text, children }: PromptProps) => (
  <div className={classes('cluster between muted gap-2 gap-x-4', styles.prompt)}>
    <p>{text}</p>
    {children}
  </div>
);
