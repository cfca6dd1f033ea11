import { DEFAULT_PER_PAGE, entityOf, type OrderBy, type Variant, variantNouns } from '#domain/catalog/variants';
import { JumpBadge } from '../../ui/badge';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { rowUsername } from '../../ui/entity-names';
import { Icon } from '../../ui/icon';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { EAGER_PICTURES, EntityPicture } from '../../ui/picture/picture';
import { WatchAction } from '../../ui/navigation/watch-slot';
import { changeOrder, changeSort } from './list-state';
import { EntityLink } from '../entity-link';
import type { ListSearch } from './list-search';
import { type AnyRow, type NumberColumn, numberColumns, orderNote, rowCount } from './list-row';
import rowLink from '../../ui/row-link.module.css';
import styles from './result-table.module.css';
import text from '../../ui/text.module.css';

interface ResultTableProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  /** Null while the first page loads: placeholder rows of the final size are shown. */
  readonly rows: readonly AnyRow[] | null;
  readonly busy: boolean;
}

/** The widths of pictures in pixels; pins are 2:3. */
const pictureWidths = { boards: 48, pinners: 48, pins: 40 } as const satisfies Record<Variant, number>;

/** The rows of a list: image, a link that covers the row, and two numbers. */
export function ResultTable({ variant, search, rows, busy }: ResultTableProps) {
  const { title, many } = variantNouns[variant];
  return (
    <table className={classes(styles.results, busy && rows !== null && styles.stale)} data-testid="results-table" aria-busy={busy}>
      <caption className={text.srOnly}>{`${many}, page ${search.page}`}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.tile}>
            <span className={text.srOnly}>Image</span>
          </th>
          <th scope="col">{title}</th>
          {numberColumns[variant].map((column) => (
            <NumberHeader key={column.order} variant={variant} column={column} search={search} />
          ))}
          <th scope="col" className={styles.watch}>
            <span className={text.srOnly}>Watch</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row, index) => <Row key={row._id} variant={variant} row={row} order={search.order_by} index={index} />)
          : Array.from({ length: DEFAULT_PER_PAGE }, (_, index) => <PlaceholderRow key={index} variant={variant} index={index} />)}
      </tbody>
    </table>
  );
}

interface NumberHeaderProps {
  readonly variant: Variant;
  readonly column: NumberColumn;
  readonly search: ListSearch;
}

function NumberHeader({ variant, column: { name, shortName: short, order }, search }: NumberHeaderProps) {
  const isSorted = search.order_by === order;
  const oppositeSort = search.sort === 'desc' ? 'asc' : 'desc';
  return (
    <th scope="col" className={styles.number} aria-sort={isSorted ? (search.sort === 'desc' ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => (isSorted ? changeSort(variant, oppositeSort) : changeOrder(variant, order))}
      >
        <span className={styles.long}>{name}</span>
        <span className={styles.short} aria-hidden="true">
          {short}
        </span>
        {isSorted && <Icon name={search.sort === 'desc' ? 'down' : 'up'} size={14} />}
      </button>
    </th>
  );
}

interface RowProps {
  readonly variant: Variant;
  readonly row: AnyRow;
  readonly order: OrderBy;
  readonly index: number;
}

function Row({ variant, row, order, index }: RowProps) {
  const username = rowUsername(row);
  const note = orderNote(row, order);
  return (
    <tr className={styles.row} data-testid="result-row">
      <td className={styles.tile}>
        <EntityPicture entity={entityOf[variant]} row={row} width={pictureWidths[variant]} isEager={index < EAGER_PICTURES} />
      </td>
      <th scope="row" dir="auto">
        <EntityLink entity={entityOf[variant]} id={row._id} className={classes(rowLink.link, text.twoLines, styles.link)}>
          {row.title}
        </EntityLink>
        <div className={styles.line}>
          <span className={classes(text.small, text.oneLine, styles.details)}>
            {username !== null && <span className={styles.owner}>{username}</span>}
            {note !== null && <span className={styles.note}>{note}</span>}
          </span>
          <JumpBadge jump={row} />
        </div>
      </th>
      {numberColumns[variant].map((column) => (
        <td key={column.order} className={styles.number}>
          <Count value={rowCount(row, column)} />
        </td>
      ))}
      <td className={styles.watch}>
        <WatchAction entity={entityOf[variant]} id={row._id} title={row.title} isCompact />
      </td>
    </tr>
  );
}

function PlaceholderRow({ variant, index }: { readonly variant: Variant; readonly index: number }) {
  return (
    <tr className={styles.row} data-testid="placeholder-row" aria-hidden="true">
      <td className={styles.tile}>
        <SkeletonPicture entity={entityOf[variant]} width={pictureWidths[variant]} />
      </td>
      <td className={styles.placeholder}>
        <SkeletonBar width={45 + ((index * 17) % 40)} />
        <SkeletonBar width={30} height={10} />
      </td>
      <td className={classes(styles.number, styles.placeholder)}>
        <SkeletonBar width={70} />
      </td>
      <td className={classes(styles.number, styles.placeholder)}>
        <SkeletonBar width={70} />
      </td>
      <td className={classes(styles.watch, styles.placeholder)}>
        <SkeletonBar width={50} />
      </td>
    </tr>
  );
}
