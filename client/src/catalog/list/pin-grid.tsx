import type { KeyboardEvent } from 'react';
import type { PinRow } from '#domain/catalog/list-contract';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy } from '#domain/catalog/orders';
import { dayOf, timeAgo } from '#domain/days';
import { GoneBadge, JumpBadge } from '../../ui/badge';
import { classes } from '../../ui/classes';
import { CountWithNoun } from '../../ui/count';
import { rowUsername } from '../../ui/entity-names';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { EAGER_PICTURES, EntityPicture } from '../../ui/picture/picture';
import { present } from '../../ui/format';
import { EntityLink } from '../entity-link';
import { ColumnCell } from './columns/column-cell';
import { orderNote } from './list-row';
import { RowMatch, RowTitle } from './match-slot';
import { PeekButton } from './peek/peek';
import { RowStar } from './row-star';
import { SelectBox } from './selection/selection';
import { useList } from './use-list';
import rowLink from '../../ui/row-link.module.css';
import styles from './pin-grid.module.css';

/** The width of a picture at 1280 px, and its widths on all screens. */
const PICTURE_WIDTH_PX = 230;
const PICTURE_SIZES = '(min-width: 1200px) 230px, (min-width: 768px) 18vw, 46vw';
/** The most columns on wide screens, if they divide the number of cards. */
const MAX_COLUMNS = 6;

/** The pins of a list as cards; the arrow keys move between them. While the first page loads, placeholder cards of the final size. */
export function PinGrid() {
  const { search, page, status } = useList();
  const rows = page && page.rows.filter((row) => 'saves' in row);
  return (
    // The handler only moves the focus between the links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      className={classes(
        'halves gap-5 gap-x-3',
        styles.grid,
        search.per_page % MAX_COLUMNS === 0 && styles.sixes,
        status !== 'shown' && rows !== null && 'stale',
      )}
      aria-label={`pins, page ${search.page}`}
      aria-busy={status !== 'shown'}
      data-testid="pin-grid"
      onKeyDown={moveFocus}
    >
      {rows
        ? rows.map((row, index) => <PinCard key={row._id} row={row} order={search.order_by} isEager={index < EAGER_PICTURES} />)
        : Array.from({ length: search.per_page }, (_, index) => <PlaceholderCard key={index} />)}
    </ul>
  );
}

function PinCard({ row, order, isEager }: { readonly row: PinRow; readonly order: OrderBy; readonly isEager: boolean }) {
  // Growth and age are on every card.
  const note = order === MOMENTUM_ORDER || order === CHECKS_ORDER ? orderNote(row, order) : null;
  const [counted, noun] = order === 'repin_count' ? ([order, 'repin'] as const) : (['saves', 'save'] as const);
  return (
    <li className={classes('stack at-top to-start shrink relative', styles.card)} data-testid="result-row" data-row-id={row._id}>
      <div className={classes('relative full', styles.picture)}>
        <EntityPicture entity="pin" row={row} width={PICTURE_WIDTH_PX} sizes={PICTURE_SIZES} isEager={isEager} />
        <SelectBox id={row._id} title={row.title} />
        <div className={styles.peek}>
          <PeekButton id={row._id} title={row.title} />
        </div>
        <div className={styles.star}>
          <RowStar variant="pins" row={row} />
        </div>
      </div>
      <div className={classes('text-lg full', styles.title)} dir="auto">
        <EntityLink entity="pin" id={row._id} className={classes('plain-link strong', rowLink.link, 'two-lines')}>
          <RowTitle row={row} />
        </EntityLink>
        <RowMatch row={row} />
      </div>
      <span className="small one-line">{rowUsername(row)}</span>
      {row[counted] !== null && (
        <span className="number">
          <CountWithNoun value={row[counted]} noun={noun} />
        </span>
      )}
      <GrowthAndAge row={row} />
      {note !== null && <span className="small">{note}</span>}
      <GoneBadge row={row} />
      <JumpBadge jump={row} />
    </li>
  );
}

/** `↑ +12.5% · 4 months ago`: the growth of 90 days, and when the pin was created; what is unknown is left out. */
const GrowthAndAge = ({ row }: { readonly row: PinRow }) => (
  <span className="small cluster items-stretch gap-x-3">
    {row.saves_growth_last_90_days !== null && <ColumnCell row={row} column="growth" />}
    {row.created_at !== null && <span title="Created">{timeAgo(present.day - dayOf(new Date(row.created_at)))}</span>}
  </span>
);

const PlaceholderCard = () => (
  <li className={classes('stack at-top to-start shrink relative', styles.card)} data-testid="placeholder-row" aria-hidden="true">
    <SkeletonPicture entity="pin" width={PICTURE_WIDTH_PX} />
    <div className={classes('text-lg full', styles.title)}>
      <SkeletonBar width={90} />
      <SkeletonBar width={55} />
    </div>
    <SkeletonBar width={40} height={10} />
  </li>
);

/** Moves the focus to the card beside, above, or below, or to the first or last one. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const current = links.findIndex((link) => link === document.activeElement);
  const target = current < 0 ? undefined : links[nextIndex(event.key, current, links.length, columnCount(event.currentTarget))];
  if (!target || target === document.activeElement) return;
  event.preventDefault();
  target.focus();
}

/** The number of cards in a row: the tracks of the grid as the browser resolved them. */
const columnCount = (grid: HTMLElement): number => getComputedStyle(grid).gridTemplateColumns.split(' ').length;

/** Where a key leads from a card; the same card for other keys, and beyond the edges. */
export function nextIndex(key: string, current: number, cardCount: number, columns: number): number {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  if (key === 'Home') return 0;
  if (key === 'End') return cardCount - 1;
  const target = current + (steps[key] ?? 0);
  return target >= 0 && target < cardCount ? target : current;
}
