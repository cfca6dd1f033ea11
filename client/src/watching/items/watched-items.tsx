import { useState } from 'react';
import { Link } from 'wouter';
import type { WatchedItem } from '#domain/watching/contract';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { paths } from '../../site/paths';
import { classes } from '../../ui/classes';
import { formatUsername, titleHint } from '../../ui/entity-names';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { IconButton, TextButton } from '../../ui/form/button';
import { Icon } from '../../ui/icon';
import { EAGER_PICTURES, EntityPicture } from '../../ui/picture/picture';
import { useIsCompact } from '../../ui/use-media';
import { useRowKeys } from '../../ui/use-row-keys';
import { NoteEditor } from '../notes/note-form';
import { Figure } from './item-figure';
import { type ItemColumn, type ItemSort, nextSort, sortItems } from './item-sort';
import styles from './watched-items.module.css';

interface Column {
  readonly key: ItemColumn | 'line' | 'note';
  readonly name: string;
  /** The least width of the screen that has room for it. */
  readonly from: 'phone' | 'tablet' | 'desktop';
}

const columnsOf = (hasMomentum: boolean): readonly Column[] => [
  { key: 'line', name: '90 days', from: 'desktop' },
  { key: 'value', name: 'Count', from: 'phone' },
  { key: 'growth', name: 'Growth', from: 'phone' },
  { key: 'added', name: 'Since added', from: 'tablet' },
  ...(hasMomentum ? [{ key: 'momentum', name: 'Momentum', from: 'tablet' } as const] : []),
  { key: 'note', name: 'Note', from: 'desktop' },
];

const columnClass = ({ key, from }: Column): string =>
  classes(
    key === 'note' ? styles.noteCell : key === 'line' ? styles.line : styles.number,
    from === 'desktop' && styles.desktop,
    from === 'tablet' && styles.tablet,
  );

interface TableProps {
  readonly hasMomentum: boolean;
  readonly sort: ItemSort | null;
  readonly onSort: (sort: ItemSort | null) => void;
  readonly isBusy?: boolean;
  readonly children: React.ReactNode;
}

/** The head of the table; each column but the line and the note can be sorted by. */
const Table = ({ hasMomentum, sort, onSort, isBusy = false, children }: TableProps) => (
  <table className={classes('data-table floating full clip', styles.items)} data-testid="watched-items" aria-busy={isBusy}>
    <caption className="sr-only">Watched items</caption>
    <thead>
      <tr>
        <th scope="col" className={styles.tile}>
          <span className="sr-only">Image</span>
        </th>
        <SortHeader column="title" name="Name" sort={sort} onSort={onSort} />
        {columnsOf(hasMomentum).map((column) =>
          column.key === 'line' || column.key === 'note' ? (
            <th key={column.key} scope="col" className={columnClass(column)}>
              {column.name}
            </th>
          ) : (
            <SortHeader
              key={column.key}
              column={column.key}
              name={column.name}
              className={columnClass(column)}
              sort={sort}
              onSort={onSort}
            />
          ),
        )}
        <th scope="col" className={styles.remove}>
          <span className="sr-only">Remove</span>
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

interface SortHeaderProps extends Pick<TableProps, 'sort' | 'onSort'> {
  readonly column: ItemColumn;
  readonly name: string;
  readonly className?: string;
}

function SortHeader({ column, name, className, sort, onSort }: SortHeaderProps) {
  const isSorted = sort?.column === column;
  const direction = sort?.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <button type="button" className={classes('bare inline-row tap gap-1', styles.sort)} onClick={() => onSort(nextSort(sort, column))}>
        {name}
        {isSorted && <Icon name={sort.isDescending ? 'down' : 'up'} size={14} />}
      </button>
    </th>
  );
}

/** Rows of the final height, as many as the list has. */
export const PlaceholderItems = ({ count, hasMomentum }: { readonly count: number; readonly hasMomentum: boolean }) => (
  <Table hasMomentum={hasMomentum} sort={null} onSort={() => {}} isBusy>
    {Array.from({ length: count }, (_, index) => (
      <tr key={index} className={styles.row} aria-hidden="true">
        <td className={styles.tile}>
          <SkeletonPicture entity="board" width={48} />
        </td>
        <td>
          <SkeletonBar width={60} />
        </td>
        {columnsOf(hasMomentum).map((column) => (
          <td key={column.key} className={columnClass(column)}>
            <SkeletonBar width={70} />
          </td>
        ))}
        <td className={styles.remove}>
          <SkeletonBar width={40} />
        </td>
      </tr>
    ))}
  </Table>
);

interface WatchedItemsProps {
  readonly listId: string;
  readonly items: readonly WatchedItem[];
  readonly hasMomentum: boolean;
  readonly onNote: (item: WatchedItem, note: string) => void;
  readonly onRemove: (item: WatchedItem) => void;
}

/** The items of a list with their figures and notes. */
export function WatchedItems({ listId, items, hasMomentum, onNote, onRemove }: WatchedItemsProps) {
  const [sort, setSort] = useState<ItemSort | null>(null);
  useRowKeys('[data-testid="watched-item"] th a');
  return (
    <Table hasMomentum={hasMomentum} sort={sort} onSort={setSort}>
      {sortItems(items, sort).map((item, index) => (
        <ItemRows
          key={item._id}
          listId={listId}
          item={item}
          hasMomentum={hasMomentum}
          isEager={index < EAGER_PICTURES}
          onNote={(note) => onNote(item, note)}
          onRemove={() => onRemove(item)}
        />
      ))}
    </Table>
  );
}

interface ItemRowsProps {
  readonly listId: string;
  readonly item: WatchedItem;
  readonly hasMomentum: boolean;
  readonly isEager: boolean;
  readonly onNote: (note: string) => void;
  readonly onRemove: () => void;
}

/** A row and, while its note is edited, another one with the note. */
function ItemRows({ listId, item, hasMomentum, isEager, onNote, onRemove }: ItemRowsProps) {
  const [isEditing, setIsEditing] = useState(false);
  const isDesktop = !useIsCompact();
  const { entity, entity_id, title, image_url, pictures } = item;
  const columns = columnsOf(hasMomentum);
  const noteButton = <NoteButton item={item} isEditing={isEditing} onToggle={() => setIsEditing(!isEditing)} />;
  const saveNote = (note: string) => {
    onNote(note);
    setIsEditing(false);
  };
  return (
    <>
      <tr className={styles.row} data-testid="watched-item">
        <td className={styles.tile}>
          <EntityPicture
            entity={entity}
            row={{ _id: entity_id, title, image_url, pictures }}
            width={entity === 'pin' ? 40 : 48}
            isEager={isEager}
          />
        </td>
        <th scope="row">
          <ItemName item={item} />
          {!isDesktop && noteButton}
        </th>
        {columns.map((column) => (
          <td key={column.key} className={columnClass(column)}>
            {column.key === 'note' ? isDesktop && noteButton : !item.is_gone && <Figure item={item} column={column.key} />}
          </td>
        ))}
        <td className={styles.remove}>
          <IconButton icon="close" aria-label={`Remove ${title}`} title="Remove" onClick={onRemove} />
        </td>
      </tr>
      {isEditing && (
        <tr>
          <td colSpan={columns.length + 3} className={styles.editor}>
            <NoteEditor item={{ _id: item._id, watchlist_id: listId }} title={title} note={item.note} onSaved={saveNote} />
          </td>
        </tr>
      )}
    </>
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
      <p className="small one-line">
        {is_gone ? 'No longer found' : owner === null ? kind : <bdi>{`${kind} by ${formatUsername(owner)}`}</bdi>}
      </p>
    </>
  );
}

function NoteButton({
  item: { note, title },
  isEditing,
  onToggle,
}: {
  readonly item: WatchedItem;
  readonly isEditing: boolean;
  readonly onToggle: () => void;
}) {
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
