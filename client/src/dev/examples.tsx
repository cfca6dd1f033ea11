import type { ReactNode } from 'react';
import styles from './ui-gallery.module.css';

interface ExamplesProps {
  readonly title: string;
  readonly isColumn?: boolean;
  readonly children: ReactNode;
}

/** A section of the gallery. */
export const Examples = ({ title, isColumn = false, children }: ExamplesProps) => (
  <section className="stack gap-4" aria-label={title}>
    <h2>{title}</h2>
    <div className={isColumn ? styles.column : 'cluster gap-3'}>{children}</div>
  </section>
);
