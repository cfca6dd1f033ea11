import type { ReactNode } from 'react';
import styles from './ui-gallery.module.css';

interface ExamplesProps {
  readonly title: string;
  readonly isColumn?: boolean;
  readonly children: ReactNode;
}

/** A section of the gallery. */
export const Examples = ({ title, isColumn = false, children }: ExamplesProps) => (
  <section className={styles.section} aria-label={title}>
    <h2>{title}</h2>
    <div className={isColumn ? styles.column : styles.row}>{children}</div>
  </section>
);
