import type { CSSProperties } from 'react';
import type { OrderBy } from '#domain/catalog/orders';
import { entityOf, type Variant, variantNouns } from '#domain/catalog/variants';
import { GoneBadge, JumpBadge } from '../../ui/badge';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { rowUsername, titleHint } from '../../ui/entity-names';
import { Icon } from '../../ui/icon';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { EAGER_PICTURES, EntityPicture } from '../../ui/picture/picture';
import { ColumnCell } from './columns/column-cell';
import type { ColumnKey, ListColumn } from './columns/list-columns';
import { EntityLink } from '../entity-link';
import { useRowDensity } from './list-choices';
import { momentumNote } from './list-search';
import { RowMatch, RowTitle } from './match-slot';
import { PeekButton } from './peek/peek';
import { RowStar } from './row-star';
import { SelectBox } from './selection/selection';
import { type AnyRow, type NumberColumn, numberColumns, orderDay, orderNote, rowCount } from './list-row';
import { useList } from './use-list';
import rowLink from '../../ui/row-link.module.css';
import styles from './result-table.module.css';

/** The widths of pictures in pixels; pins are 2:3. */
const pictureWidths = { boards: 48, pinners: 48, pins: 40 } as const satisfies Record<Variant, number>;

/** The rows of a list: image, a link that covers the row, and two numbers. While the first page loads, placeholder rows of the final size. */
export function ResultTable() {
  const { variant, search, page, columns, status } = useList();
  const rows = page?.rows ?? null;
  const isBusy = status !== 'shown';
  const { title, many } = variantNouns[variant];
  const isCompact = useRowDensity() === 'compact';
  // More columns than the screen has room for scroll sideways.
  const width = {
    '--number-columns': numberColumns[variant].length + columns.length,
    '--compact-picture': variant === 'pins' ? '24px' : '36px',
  } as CSSProperties;
  return (
    <div className={classes('scroll-x relative', styles.scroll)}>
      <table
        className={classes(
          'data-table floating full clip',
          styles.results,
          isCompact && styles.compact,
          isBusy && rows !== null && styles.stale,
        )}
        style={width}
        data-testid="results-table"
        aria-busy={isBusy}
      >
        <caption className="sr-only">{`${many}, page ${search.page}`}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.tile}>
              <span className="sr-only">Image</span>
            </th>
            <th scope="col">{title}</th>
            {numberColumns[variant].map((column) => (
              <NumberHeader key={column.order} {...column} className={styles.number} />
            ))}
            {columns.map(({ key, name, order }) => (
              <NumberHeader
                key={key}
                name={name}
                order={order}
                className={columnClass(key)}
                note={key === 'momentum' ? momentumNote(variant, search) : undefined}
              />
            ))}
            <th scope="col" className={styles.watch}>
              <span className="sr-only">Watch</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row, index) => (
                <Row key={row._id} variant={variant} row={row} order={search.order_by} columns={columns} index={index} />
              ))
            : Array.from({ length: search.per_page }, (_, index) => (
                <PlaceholderRow key={index} variant={variant} columns={columns} index={index} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

/** Desktops show every column, tablets growth only, and phones none. */
const columnClass = (key: ColumnKey): string => classes(styles.number, key === 'growth' ? styles.fromTablet : styles.fromDesktop);

interface NumberHeaderProps extends Partial<Pick<NumberColumn, 'shortName'>> {
  readonly name: string;
  /** Null: the list cannot be sorted by it. */
  readonly order: OrderBy | null;
  readonly className: string | undefined;
  /** What is measured, below the name. */
  readonly note?: string | undefined;
}

function NumberHeader({ name, shortName = name, order, className, note }: NumberHeaderProps) {
  const { search, change } = useList();
  const isSorted = search.order_by === order;
  const oppositeSort = search.sort === 'desc' ? 'asc' : 'desc';
  if (order === null)
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (search.sort === 'desc' ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={classes('bare inline-row to-end nowrap tap gap-1', styles.sort)}
        onClick={() => change(isSorted ? { sort: oppositeSort } : { order_by: order })}
      >
        <span className={styles.long}>{name}</span>
        <span className={styles.short} aria-hidden="true">
          {shortName}
        </span>
        {isSorted && <Icon name={search.sort === 'desc' ? 'down' : 'up'} size={14} />}
      </button>
      {note && <small className={classes('block normal', styles.measure)}>{note}</small>}
    </th>
  );
}

interface RowProps {
  readonly variant: Variant;
  readonly row: AnyRow;
  readonly order: OrderBy;
  readonly columns: readonly ListColumn[];
  readonly index: number;
}

function Row({ variant, row, order, columns, index }: RowProps) {
  const username = rowUsername(row);
  const note = orderNote(row, order);
  const date = orderDay(row, order);
  const noteColumn = columns.find((column) => column.order === order);
  // Where its column is shown, the value is not repeated.
  const noteClass = noteColumn && (noteColumn.key === 'growth' ? styles.belowTablet : styles.belowDesktop);
  return (
    <tr className={classes('relative', styles.row)} data-testid="result-row" data-row-id={row._id}>
      <td className={styles.tile}>
        <div className={classes('relative', styles.picture)}>
          <EntityPicture entity={entityOf[variant]} row={row} width={pictureWidths[variant]} isEager={index < EAGER_PICTURES} />
          <SelectBox id={row._id} title={row.title} />
          <PeekButton id={row._id} title={row.title} />
        </div>
      </td>
      <th scope="row" dir="auto">
        <EntityLink
          entity={entityOf[variant]}
          id={row._id}
          title={titleHint(row)}
          className={classes('plain-link strong', rowLink.link, 'two-lines', styles.link)}
        >
          <RowTitle row={row} />
        </EntityLink>
        <RowMatch row={row} />
        <div className={classes('cluster gap-x-2', styles.line)}>
          <span className={classes('small one-line shrink', styles.details)}>
            {username !== null && <bdi className={styles.owner}>{username}</bdi>}
            {note !== null && <span className={classes('number ink', styles.note, noteClass)}>{note}</span>}
            {date !== null && (
              <span className={classes('number ink', styles.note, noteClass)}>
                {/* Phones have room for the day alone. */}
                <span className={styles.long}>{date.name} </span>
                {date.day}
              </span>
            )}
          </span>
          <GoneBadge row={row} />
          <JumpBadge jump={row} />
        </div>
      </th>
      {numberColumns[variant].map((column) => (
        <td key={column.order} className={styles.number}>
          <Count value={rowCount(row, column)} />
        </td>
      ))}
      {columns.map((column) => (
        <td key={column.key} className={columnClass(column.key)}>
          <ColumnCell row={row} column={column.key} />
        </td>
      ))}
      <td className={styles.watch}>
        <RowStar variant={variant} row={row} />
      </td>
    </tr>
  );
}

function PlaceholderRow({ variant, columns, index }: Pick<RowProps, 'variant' | 'columns' | 'index'>) {
  return (
    <tr className={classes('relative', styles.row)} data-testid="placeholder-row" aria-hidden="true">
      <td className={styles.tile}>
        <SkeletonPicture entity={entityOf[variant]} width={pictureWidths[variant]} />
      </td>
      <td className={styles.placeholder}>
        <SkeletonBar width={45 + ((index * 17) % 40)} />
        <SkeletonBar width={30} height={10} />
      </td>
      {numberColumns[variant].map(({ order }) => (
        <td key={order} className={classes(styles.number, styles.placeholder)}>
          <SkeletonBar width={70} />
        </td>
      ))}
      {columns.map(({ key }) => (
        <td key={key} className={classes(columnClass(key), styles.placeholder)}>
          <SkeletonBar width={70} />
        </td>
      ))}
      <td className={classes(styles.watch, styles.placeholder)}>
        <SkeletonBar width={50} />
      </td>
    </tr>
  );
}
