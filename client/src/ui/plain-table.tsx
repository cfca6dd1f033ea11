import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from './classes';
import styles from './plain-table.module.css';
import text from './text.module.css';

interface PlainTableProps {
  /** The caption, read by screen readers only. */
  readonly name: string;
  /** The column headers from left to right. */
  readonly columns: readonly (string | NumberColumn)[];
  readonly className?: string | undefined;
  /** The rows. */
  readonly children: ReactNode;
}

/** A right-aligned column of numbers. */
interface NumberColumn {
  readonly number: string;
}

/** A table without a frame. */
export function PlainTable({ name, columns, className, children }: PlainTableProps) {
  return (
    <table className={plainTableClass(className)}>
      <caption className={text.srOnly}>{name}</caption>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.number} scope="col" className={styles.number}>
                {column.number}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The class names of a plain table, for tables that draw their own header. */
export const plainTableClass = (className?: string): string => classes(styles.table, className);

/** A cell of a number column. */
export const NumberCell = ({ className, ...rest }: ComponentPropsWithRef<'td'>) => (
  <td className={classes(styles.number, className)} {...rest} />
);
