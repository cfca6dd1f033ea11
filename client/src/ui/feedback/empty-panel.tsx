import type { ReactNode } from 'react';
import { classes } from '../classes';
import styles from './panel.module.css';

interface EmptyPanelProps {
  /** Says what is missing. */
  readonly title: string;
  readonly label: string;
  readonly testId: string;
  /** The ways out. */
  readonly children?: ReactNode;
}

/** Takes the place of content that does not exist. */
export const EmptyPanel = ({ title, label, testId, children }: EmptyPanelProps) => (
  <section className={classes('surface stack to-start gap-3', styles.panel, styles.empty)} data-testid={testId} aria-label={label}>
    <p className="strong text-xl">{title}</p>
    {children}
  </section>
);
