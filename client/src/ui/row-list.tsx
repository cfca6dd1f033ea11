import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from './classes';
import styles from './row-list.module.css';

/** A list of rows with lines between them. */
export const RowList = ({ children }: { readonly children: ReactNode }) => <ul className="hide-empty">{children}</ul>;

/** A row of a list: its content on the left, its actions on the right. */
export const Row = ({ className, ...rest }: ComponentPropsWithRef<'li'>) => (
  <li className={classes('cluster between line-above gap-2 gap-x-4', styles.row, className)} {...rest} />
);
