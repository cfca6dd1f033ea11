import { useState } from 'react';
import type { WatchedItem, WatchlistDetail } from '#domain/analytics/watching/contract';
import { defaultMetric, metricNames } from '#domain/catalog/metrics';
import { wholeNumber } from '#domain/numbers';
import { api } from '../api/api';
import { toApiError } from '../api/api-error';
import { paths } from '../site/paths';
import { notify } from '../site/toast';
import { Button } from '../ui/form/button';
import { Count } from '../ui/count';
import { titleHint } from '../ui/entity-names';
import { formatDate } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { Link } from 'wouter';
import { EntityPicture } from '../ui/picture/picture';
import { Row, RowList } from '../ui/row-list';
import { NoteEditor } from './note-form';
import { reloadWatching } from './watching';
import styles from './watched-items.module.css';
import text from '../ui/text.module.css';

type Items = readonly WatchedItem[];

interface WatchedItemsProps {
  readonly list: WatchlistDetail;
  /** Changes the items as they are then: other changes may have ended meanwhile. */
  readonly onChange: (change: (items: Items) => Items) => void;
}

/** The items of a list with their figures and notes. */
export function WatchedItems({ list, onChange }: WatchedItemsProps) {
  const replace = (changed: WatchedItem) => onChange((items) => items.map((item) => (item._id === changed._id ? changed : item)));
  const remove = async ({ _id }: WatchedItem) => {
    try {
      await api('DELETE /users/me/watchlists/:id/items/:item', { params: { id: list._id, item: _id } });
    } catch (error) {
      return notify(toApiError(error).message, 'error');
    }
    onChange((items) => items.filter((item) => item._id !== _id));
    await reloadWatching();
  };
  return (
    <RowList>
      {list.items.map((item) => (
        <ItemRow key={item._id} listId={list._id} item={item} onChange={replace} onRemove={() => void remove(item)} />
      ))}
    </RowList>
  );
}

interface ItemRowProps {
  readonly listId: string;
  readonly item: WatchedItem;
  readonly onChange: (item: WatchedItem) => void;
  readonly onRemove: () => void;
}

function ItemRow({ listId, item, onChange, onRemove }: ItemRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const noteAction = item.note === '' ? 'Add note' : 'Edit note';
  const saveNote = (note: string) => {
    onChange({ ...item, note });
    setIsEditing(false);
  };
  return (
    <Row className={styles.row} data-testid="watched-item">
      <ItemHead item={item} />
      <Figures item={item} />
      <div className={styles.actions}>
        <Button
          kind="quiet"
          aria-expanded={isEditing}
          aria-label={`${noteAction} on ${item.title}`}
          onClick={() => setIsEditing(!isEditing)}
        >
          {noteAction}
        </Button>
        <Button kind="quiet" aria-label={`Remove ${item.title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {isEditing ? (
        <div className={styles.note}>
          <NoteEditor item={{ _id: item._id, watchlist_id: listId }} note={item.note} onSaved={saveNote} />
        </div>
      ) : (
        item.note !== '' && (
          <p className={styles.note} dir="auto">
            {item.note}
          </p>
        )
      )}
    </Row>
  );
}

/** The picture and title of an item; a link unless its entity is gone. */
export function ItemHead({ item }: { readonly item: WatchedItem }) {
  const { entity, entity_id, title, image_url, is_gone, added_on } = item;
  return (
    <div className={styles.itemHead}>
      <EntityPicture entity={entity} row={{ _id: entity_id, title, image_url }} width={entity === 'pin' ? 40 : 48} />
      <div className={styles.title}>
        {is_gone ? (
          <s dir="auto">{title}</s>
        ) : (
          <Link href={paths[entity](entity_id)} title={titleHint({ _id: entity_id, title })} dir="auto">
            {title}
          </Link>
        )}
        <p className={text.small}>{is_gone ? 'No longer found on Pinterest or in the catalog' : `Watched since ${formatDate(added_on)}`}</p>
      </div>
    </div>
  );
}

/** The figures of an item with their names. */
function Figures({ item }: { readonly item: WatchedItem }) {
  if (item.is_gone) return null;
  const { entity, value, added_value, growth_last_90_days, momentum_score } = item;
  const change = value === null || added_value === null ? null : value - added_value;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{metricNames[defaultMetric[entity]]}</dt>
        <dd>
          <Count value={value} />
        </dd>
      </div>
      <div>
        <dt>Since added</dt>
        <dd className={text.number}>{change === null ? '–' : `${change > 0 ? '+' : ''}${wholeNumber(change)}`}</dd>
      </div>
      <div>
        <dt>90 days</dt>
        <dd>
          <GrowthPercent percent={growth_last_90_days} />
        </dd>
      </div>
      {momentum_score !== undefined && (
        <div>
          <dt>Momentum</dt>
          <dd className={text.number}>{momentum_score === null ? '–' : Math.round(momentum_score)}</dd>
        </div>
      )}
    </dl>
  );
}
