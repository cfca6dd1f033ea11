import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classes } from './classes';
import styles from './plain-table.module.css';

interface PlainTableProps {
  /** The caption, read by screen readers only. */
  readonly name: string;
  /** The column headers from left to right. */
  readonly columns: readonly (string | NumberColumn)[];
  readonly className?: string | undefined;
  /** What a column shows, by its header. */
  readonly hints?: Readonly<Record<string, string>>;
  /** True: on narrow screens each row becomes a block of values. Cells need their column's name in `data-name`. */
  readonly isStacked?: boolean;
  /** The rows. */
  readonly children: ReactNode;
}

/** A right-aligned column of numbers. */
interface NumberColumn {
  readonly number: string;
}

/** A table without a frame. */
export function PlainTable({ name, columns, className, hints, isStacked = false, children }: PlainTableProps) {
  return (
    <table className={plainTableClass(classes(isStacked && styles.stacked, className))}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col" title={hints?.[column]}>
                {column}
              </th>
            ) : (
              <NumberHeader key={column.number} title={hints?.[column.number]}>
                {column.number}
              </NumberHeader>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The class names of a plain table, for tables that draw their own header. */
export const plainTableClass = (className?: string): string => classes('text-lg full', styles.table, className);

/** The header of a number column. */
export const NumberHeader = ({ className, ...rest }: ComponentPropsWithRef<'th'>) => (
  <th scope="col" className={classes(styles.number, className)} {...rest} />
);

/** A cell of a number column. */
export const NumberCell = ({ className, ...rest }: ComponentPropsWithRef<'td'>) => (
  <td className={classes(styles.number, className)} {...rest} />
);
