import { useState } from 'react';
import { Link } from 'wouter';
import type { WatchedItem } from '#domain/watching/contract';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { paths } from '../../site/paths';
import { classes } from '../../ui/classes';
import { formatUsername, titleHint } from '../../ui/entity-names';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { SkeletonPicture } from '../../ui/feedback/skeleton';
import { IconButton, TextButton } from '../../ui/form/button';
import { focusAfterRemoval } from '../../ui/navigation/focus';
import { EAGER_PICTURES, EntityPicture } from '../../ui/picture/picture';
import { useIsCompact, useIsNarrow } from '../../ui/use-media';
import { useRowKeys } from '../../ui/use-row-keys';
import { NoteEditor } from '../notes/note-form';
import { type ItemColumn, type ItemSort, nextSort, sortItems, changeSinceAdded } from './item-sort';
import { defaultMetric, metricNames } from '#domain/catalog/metrics';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { compactNumber, signedNumber } from '#domain/numbers';
import { Sparkline } from '../../ui/charts/sparkline';
import { Count, SpokenAs } from '../../ui/count';
import { formatDate, formatDay } from '../../ui/format';
import { ReadGrowth } from '../../ui/growth-percent';
import styles from './watched-items.module.css';

const refocus = focusAfterRemoval(findNextRemoveButton);

/** The columns of figures, each from the screen on that it names. Others are left out, not hidden: the cell of a note spans all columns. */
const figureColumns = [
  { key: 'line', name: '90 days', className: styles.line, from: 'desktop' },
  { key: 'value', name: 'Count', className: styles.number, from: 'phone' },
  { key: 'growth', name: 'Growth', className: styles.number, from: 'phone' },
  { key: 'added', name: 'Since added', className: styles.number, from: 'tablet' },
  { key: 'momentum', name: 'Momentum', className: styles.number, from: 'tablet' },
] as const;

const hidden = (name: string) => <span className="sr-only">{name}</span>;

interface WatchedItemsProps {
  readonly listId: string;
  /** Null while they load. */
  readonly items: readonly WatchedItem[] | null;
  /** How many items the list has. */
  readonly count: number;
  readonly hasMomentum: boolean;
  readonly onNote?: (item: WatchedItem, note: string) => void;
  readonly onRemove?: (item: WatchedItem) => void;
}

/** The items of a list with their figures and notes; each column but the line and the note can be sorted by. */
export function WatchedItems({ listId, items, count, hasMomentum, onNote, onRemove }: WatchedItemsProps) {
  const [sort, setSort] = useState<ItemSort | null>(null);
  const [edited, setEdited] = useState<readonly string[]>([]);
  const isDesktop = !useIsCompact();
  const isFrom = { desktop: isDesktop, tablet: !useIsNarrow(), phone: true };
  useRowKeys('[data-testid="watched-item"] th a');
  const toggle = ({ _id: id }: WatchedItem) => setEdited(edited.includes(id) ? edited.filter((one) => one !== id) : [...edited, id]);
  const sortOf = (column: ItemColumn) => ({
    direction: sort?.column === column ? (sort.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
    onSort: () => setSort(nextSort(sort, column)),
  });
  const noteButton = (item: WatchedItem) => <NoteButton item={item} isEditing={edited.includes(item._id)} onToggle={() => toggle(item)} />;
  const rows = items && sortItems(items, sort);
  const eager = new Set(rows?.slice(0, EAGER_PICTURES));
  const columns: readonly TableColumn<WatchedItem>[] = [
    {
      name: 'Image',
      head: hidden('Image'),
      className: styles.tile,
      placeholder: <SkeletonPicture entity="board" width={48} />,
      render: (item) => (
        <EntityPicture
          entity={item.entity}
          row={{ ...item, _id: item.entity_id }}
          width={item.entity === 'pin' ? 40 : 48}
          isEager={eager.has(item)}
        />
      ),
    },
    {
      name: 'Name',
      isHeading: true,
      sort: sortOf('title'),
      render: (item) => (
        <>
          <ItemName item={item} />
          {!isDesktop && noteButton(item)}
        </>
      ),
    },
    ...figureColumns
      .filter(({ key, from }) => isFrom[from] && (key !== 'momentum' || hasMomentum))
      .map(({ key, name, className }): TableColumn<WatchedItem> => ({
        name,
        className,
        ...(key === 'line' ? {} : { sort: sortOf(key) }),
        render: (item) => !item.is_gone && <ItemColumnFigure item={item} column={key} />,
      })),
    ...(isDesktop ? [{ name: 'Note', className: styles.noteCell, render: noteButton }] : []),
    {
      name: 'Remove',
      head: hidden('Remove'),
      className: styles.remove,
      render: (item) => <RemoveButton title={item.title} onRemove={() => onRemove?.(item)} />,
    },
  ];
  return (
    <DataTable
      name="Watched items"
      columns={columns}
      rows={rows}
      keyOf={({ _id: id }) => id}
      renderBelow={(item) =>
        edited.includes(item._id) ? (
          <div className={styles.editor}>
            <NoteEditor
              item={{ _id: item._id, watchlist_id: listId }}
              title={item.title}
              note={item.note}
              onSaved={(note) => {
                onNote?.(item, note);
                toggle(item);
              }}
            />
          </div>
        ) : null
      }
      placeholderCount={count}
      isFramed
      className={styles.items}
      rowClass={styles.row}
      testId="watched-items"
      rowTestId="watched-item"
    />
  );
}

/** The title of an item and what tells it from others of the same name; a link unless its entity is gone. */
function ItemName({ item: { entity, entity_id, title, owner, is_gone } }: { readonly item: WatchedItem }) {
  const kind = variantNouns[variantOf[entity]].title;
  return (
    <>
      {is_gone ? (
        <s dir="auto">{title}</s>
      ) : (
        <Link
          href={paths[entity](entity_id)}
          title={titleHint({ _id: entity_id, title }) ?? title}
          dir="auto"
          className={classes('one-line plain-link strong block', styles.name)}
        >
          {title}
        </Link>
      )}
      <p className={classes('small one-line', styles.owner)}>
        {is_gone ? 'No longer found' : owner === null ? kind : <OwnerLine kind={kind} owner={owner} />}
      </p>
    </>
  );
}

/** Who owns an item. On phones, its picture says what it is. */
function OwnerLine({ kind, owner }: { readonly kind: string; readonly owner: string }) {
  const isNarrow = useIsNarrow();
  const name = formatUsername(owner);
  return isNarrow ? (
    <>
      <span className="sr-only">{kind} by </span>
      <bdi>{name}</bdi>
    </>
  ) : (
    <bdi>{`${kind} by ${name}`}</bdi>
  );
}

interface NoteButtonProps {
  readonly item: WatchedItem;
  readonly isEditing: boolean;
  readonly onToggle: () => void;
}

function NoteButton({ item: { note, title }, isEditing, onToggle }: NoteButtonProps) {
  return (
    <TextButton
      className={classes('text-md block', styles.note, 'one-line')}
      aria-expanded={isEditing}
      aria-label={`${note === '' ? 'Add note' : 'Edit note'} on ${title}${note === '' ? '' : `: ${note}`}`}
      title={note === '' ? undefined : note}
      dir="auto"
      onClick={onToggle}
    >
      {note === '' ? 'Add note' : note}
    </TextButton>
  );
}

/** The button of the row below, or else above, that does the same. */
function findNextRemoveButton(button: HTMLElement): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>(`.${styles.remove} button`)];
  const index = buttons.indexOf(button);
  return buttons[index + 1] ?? buttons[index - 1];
}

function RemoveButton({ title, onRemove }: { readonly title: string; readonly onRemove: () => void }) {
  return <IconButton ref={refocus} icon="close" aria-label={`Remove ${title}`} title="Remove" onClick={onRemove} />;
}

/** A figure of an item; its column says what it is. */
function ItemColumnFigure({ item, column }: { readonly item: WatchedItem; readonly column: ItemColumn | 'line' }) {
  switch (column) {
    case 'line':
      return item.sparkline !== null && <Sparkline points={sparklineHeights(item.sparkline)} isSmall />;
    case 'value':
      return (
        <span title={metricNames[defaultMetric[item.entity]]}>
          <Count value={item.value} />
        </span>
      );
    case 'growth':
      return <ReadGrowth percent={item.growth_last_90_days} readOn={item.read_on} days={90} />;
    case 'added':
      return <SinceAdded item={item} />;
    case 'momentum':
      return typeof item.momentum_score === 'number' ? Math.round(item.momentum_score) : <SpokenAs shown="–" spoken="unknown" />;
    default:
      return null;
  }
}

function SinceAdded({ item }: { readonly item: WatchedItem }) {
  const change = changeSinceAdded(item);
  return (
    <span title={`Watched since ${formatDate(item.added_on)}`}>
      {change === null ? (
        <SpokenAs shown="–" spoken="unknown" />
      ) : (
        <SpokenAs shown={`${change > 0 ? '+' : ''}${compactNumber(change)}`} spoken={signedNumber(change)} />
      )}
      <span className="caption"> {formatDay(item.added_on)}</span>
    </span>
  );
}
