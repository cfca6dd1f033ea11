import type { ListRow } from '#domain/catalog/catalog';
import { DEFAULT_PER_PAGE, type Variant } from '#domain/catalog/variants';
import { Count } from '../../ui/count';
import { Icon } from '../../ui/icon';
import { ImageTile } from '../../ui/image-tile';
import { SkeletonBar, SkeletonTile } from '../../ui/feedback/skeleton';
import { changeOrder, changeSort } from './list-state';
import { EntityLink } from '../entity-link';
import type { ListSearch } from './list-search';
import { type NumberColumn, numberColumns, variantNouns, type TableRow, toTableRow } from './list-row';

interface ResultTableProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  /** Null while the first answer is on its way: rows in their final size stand in for it. */
  readonly rows: readonly ListRow[Variant][] | null;
  readonly busy: boolean;
}

const TILE_SIZE_PX = 48;

/** The rows of a list: picture, title link over the whole row, two numbers. */
export function ResultTable({ variant, search, rows, busy }: ResultTableProps) {
  const { title, many } = variantNouns[variant];
  return (
    <table className={`results ${busy && rows ? 'results--old' : ''}`} data-testid="results-table" aria-busy={busy}>
      <caption className="sr-only">{`${many}, page ${search.page}`}</caption>
      <thead>
        <tr>
          <th scope="col" className="results__tile">
            <span className="sr-only">Picture</span>
          </th>
          <th scope="col">{title}</th>
          {numberColumns[variant].map((column) => (
            <NumberHeader key={column.order} variant={variant} column={column} search={search} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => <Row key={row._id} row={toTableRow(variant, row, search.order_by)} />)
          : Array.from({ length: DEFAULT_PER_PAGE }, (_, index) => <PlaceholderRow key={index} index={index} />)}
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
    <th scope="col" className="results__number" aria-sort={isSorted ? (search.sort === 'desc' ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className="results__sort"
        onClick={() => (isSorted ? changeSort(variant, oppositeSort) : changeOrder(variant, order))}
      >
        <span className="results__long">{name}</span>
        <span className="results__short" aria-hidden="true">
          {short}
        </span>
        {isSorted && <Icon name={search.sort === 'desc' ? 'down' : 'up'} size={14} />}
      </button>
    </th>
  );
}

function Row({ row }: { readonly row: TableRow }) {
  return (
    <tr className="results__row" data-testid="result-row">
      <td className="results__tile">
        <ImageTile id={row.id} name={row.name} image={row.image} size={TILE_SIZE_PX} />
      </td>
      <th scope="row" className="results__title">
        <EntityLink entity={row.entity} id={row.id} className="results__link">
          {row.title}
        </EntityLink>
        <span className="results__more">
          {row.owner !== null && <span className="results__owner">{row.owner}</span>}
          {row.note !== null && <span className="results__note">{row.note}</span>}
        </span>
      </th>
      <td className="results__number">
        <Count value={row.counts[0]} />
      </td>
      <td className="results__number">
        <Count value={row.counts[1]} />
      </td>
    </tr>
  );
}

function PlaceholderRow({ index }: { readonly index: number }) {
  return (
    <tr className="results__row" data-testid="placeholder-row" aria-hidden="true">
      <td className="results__tile">
        <SkeletonTile size={TILE_SIZE_PX} />
      </td>
      <td className="results__title">
        <SkeletonBar width={45 + ((index * 17) % 40)} />
        <SkeletonBar width={30} height={10} />
      </td>
      <td className="results__number">
        <SkeletonBar width={70} />
      </td>
      <td className="results__number">
        <SkeletonBar width={70} />
      </td>
    </tr>
  );
}
