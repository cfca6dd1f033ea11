import type { ReactNode } from 'react';

interface PlainTableProps {
  /** What the table holds, for those who do not see where it stands. */
  readonly name: string;
  /** The heads, from left to right. */
  readonly columns: readonly (string | NumberColumn)[];
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A column of numbers, which stand at its right edge. */
interface NumberColumn {
  readonly number: string;
}

/** A quiet table of named values. */
export function PlainTable({ name, columns, className = '', children }: PlainTableProps) {
  return (
    <table className={`plain ${className}`}>
      <caption className="sr-only">{name}</caption>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col">
                {column}
              </th>
            ) : (
              <th key={column.number} scope="col" className="plain__number">
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
