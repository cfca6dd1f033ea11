import type { ReactNode } from 'react';
import styles from './button-row.module.css';

/** Buttons side by side, with texts beside them if needed. */
export const ButtonRow = ({ children }: { readonly children: ReactNode }) => <div className={styles.row}>{children}</div>;
