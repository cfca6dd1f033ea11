import type { Key, ReactNode } from 'react';
import { classes } from './classes';
import { Count } from './count';
import { SkeletonBar } from './feedback/skeleton';
import { Icon } from './icon';
import { Pagination } from './navigation/pagination';
import styles from './data-table.module.css';

/** A column of a table. */
export interface TableColumn<T> {
  readonly name: string;
  /** The header, where it is not just the name. */
  readonly head?: ReactNode;
  /** What is measured, on hover. */
  readonly hint?: string;
  readonly render: (row: T) => ReactNode;
  /** True: its cells name the rows. By default, those of the first column do. */
  readonly isHeading?: boolean;
  /** True: numbers, to the right. */
  readonly isNumber?: boolean;
  readonly className?: string | undefined;
  /** The label of a cell where rows are blocks; by default, the name of the column. */
  readonly nameIn?: (row: T) => string;
  /** Makes the header a button that sorts; `direction` is null while another column sorts. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | null; readonly onSort: () => void };
  /** Takes the place of a cell while the rows load. */
  readonly placeholder?: ReactNode;
}

/** A column of counts, which are shortened. */
export const countColumn = <T,>(name: string, valueOf: (row: T) => number | null | undefined): TableColumn<T> => ({
  name,
  isNumber: true,
  render: (row) => <Count value={valueOf(row)} />,
});

interface DataTableProps<T> {
  /** The caption, read by screen readers only. */
  readonly name: string;
  /** The caption, where it shows. */
  readonly caption?: ReactNode;
  readonly columns: readonly TableColumn<T>[];
  /** Null while they load. */
  readonly rows: readonly T[] | null;
  readonly keyOf: (row: T) => Key;
  /** What is shown below a row, across all columns; null for nothing. */
  readonly renderBelow?: (row: T) => ReactNode;
  /** How many rows take the place of those that load. */
  readonly placeholderCount?: number;
  /** True: rows of equal height in a frame. */
  readonly isFramed?: boolean;
  /** True: on narrow screens each row becomes a block of named values. */
  readonly isStacked?: boolean;
  readonly className?: string | undefined;
  readonly rowClass?: string | ((row: T) => string) | undefined;
  readonly testId?: string;
  readonly rowTestId?: string;
}

/** A table of rows. */
export function DataTable<T>({
  columns,
  rows,
  keyOf,
  renderBelow,
  placeholderCount = 0,
  isFramed,
  isStacked,
  ...table
}: DataTableProps<T>) {
  const { name, caption, className, rowClass, testId, rowTestId } = table;
  const look = isFramed ? 'data-table floating full clip' : classes('text-lg full', styles.table, isStacked && styles.stacked);
  return (
    <table className={classes(look, className)} data-testid={testId} aria-busy={rows === null || undefined}>
      <caption className={caption === undefined ? 'sr-only' : styles.caption}>{caption ?? name}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              title={column.hint}
              className={columnClass(column)}
              aria-sort={column.sort?.direction ?? undefined}
            >
              {column.sort ? (
                <button type="button" className={classes('bare inline-row tap gap-1', styles.sort)} onClick={column.sort.onSort}>
                  {column.name}
                  {column.sort.direction && <Icon name={column.sort.direction === 'descending' ? 'down' : 'up'} size={14} />}
                </button>
              ) : (
                (column.head ?? column.name)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <Row
            key={keyOf(row)}
            row={row}
            columns={columns}
            below={renderBelow?.(row) ?? null}
            className={typeof rowClass === 'function' ? rowClass(row) : rowClass}
            testId={rowTestId}
          />
        ))}
        {rows === null &&
          Array.from({ length: placeholderCount }, (_, index) => (
            <tr key={index} className={typeof rowClass === 'string' ? rowClass : undefined} aria-hidden="true">
              {columns.map((column) => (
                <td key={column.name} className={columnClass(column)}>
                  {column.placeholder ?? <SkeletonBar width={70} />}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

const columnClass = <T,>({ isNumber = false, className }: TableColumn<T>): string | undefined =>
  classes(isNumber && styles.number, className) || undefined;

interface RowProps<T> {
  readonly row: T;
  readonly columns: readonly TableColumn<T>[];
  readonly below: ReactNode;
  readonly className: string | undefined;
  readonly testId: string | undefined;
}

function Row<T>({ row, columns, below, className, testId }: RowProps<T>) {
  const heading = columns.find(({ isHeading }) => isHeading) ?? columns[0];
  return (
    <>
      <tr className={className} data-testid={testId}>
        {columns.map((column) =>
          column === heading ? (
            <th key={column.name} scope="row" className={columnClass(column)}>
              {column.render(row)}
            </th>
          ) : (
            <td key={column.name} data-name={column.nameIn?.(row) ?? column.name} className={columnClass(column)}>
              {column.render(row)}
            </td>
          ),
        )}
      </tr>
      {below !== null && (
        <tr className={styles.below}>
          <td colSpan={columns.length} data-name="">
            {below}
          </td>
        </tr>
      )}
    </>
  );
}

interface PagedTableProps<T> extends DataTableProps<T> {
  /** A line about all pages, such as `312 entries, newest first`. */
  readonly summary: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** One page of a table, with a line about all pages and buttons for the others. */
export const PagedTable = <T,>({ summary, page, pages, onPage, ...table }: PagedTableProps<T>) => (
  <>
    <p className="caption">{summary}</p>
    <DataTable isStacked className={styles.paged} {...table} />
    {pages > 1 && <Pagination page={page} pages={pages} onPage={onPage} />}
  </>
);

interface ScrollTableProps<T> extends DataTableProps<T> {
  /** What the area is called, where that is not the name of the table. */
  readonly areaName?: string;
  readonly areaClass?: string;
}

/** A table that scrolls where it is larger than its place. */
export const ScrollTable = <T,>({ areaName, areaClass = classes('scroll-x relative', styles.scroll), ...table }: ScrollTableProps<T>) => (
  // A scrolling table must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={areaClass} tabIndex={0} aria-label={areaName ?? table.name}>
    <DataTable {...table} />
  </section>
);
