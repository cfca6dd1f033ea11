import { Suspense, useRef, useState } from 'react';
import type { Watching } from '#domain/watching/contract';
import { DEFAULT_LIST, DEFAULT_LIST_NAME } from '#domain/watching/watchlists';
import type { EntityType } from '#domain/catalog/variants';
import { paths } from '../site/paths';
import { useEntitlement } from '../site/session';
import { Dialog } from '../ui/feedback/dialog';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, ButtonLink, ButtonRow } from '../ui/form/button';
import { NewListForm } from './new-list-form';
import { NoteForm, type NoteHandle } from './notes/note-form';
import { keysOf, unwatch, watch } from './watching';
import { inOwnChunk } from '../ui/own-chunk';
import styles from './watch-dialog.module.css';

const ItemAlerts = inOwnChunk(() => import('./alerts/item-alerts'), 'ItemAlerts');

interface WatchDialogProps {
  readonly entity: EntityType;
  readonly id: string;
  readonly title: string;
  readonly data: Watching;
  /** True: only the lists. */
  readonly isOfLists?: boolean;
  readonly onClose: () => void;
}

/** A note on an entity, its lists as checkboxes, a new list, and with Premium its alert rules. A note is saved before the dialog closes. */
export function WatchDialog({ entity, id, title, data, isOfLists = false, onClose }: WatchDialogProps) {
  const [busyListId, setBusyListId] = useState<string | null>(null);
  // One at a time, so that it is clear what Enter and the primary button do.
  const [openForm, setOpenForm] = useState<'list' | 'rule' | null>(null);
  const toggleForm = (form: 'list' | 'rule') => (isOpen: boolean) => {
    setOpenForm((open) => (isOpen ? form : open === form ? null : open));
  };
  const note = useRef<NoteHandle>(null);
  const close = async () => {
    if ((await note.current?.save()) ?? true) onClose();
  };
  const hasAlerts = useEntitlement('alerts');
  const keys = keysOf(data, entity, id);
  const [key] = keys;
  const lists = data.watchlists.length > 0 ? data.watchlists : [{ _id: DEFAULT_LIST, name: DEFAULT_LIST_NAME }];
  const toggle = async (listId: string) => {
    const item = keys.find(({ watchlist_id }) => watchlist_id === listId);
    setBusyListId(listId);
    await (item ? unwatch(item) : watch(entity, id, listId));
    setBusyListId(null);
  };
  return (
    <Dialog title={title} onClose={() => void close()} className={styles.dialog}>
      <div className="stack gap-4" data-testid="watch-dialog">
        {key && !isOfLists && <NoteForm key={key._id} ref={note} item={key} title={title} />}
        <fieldset>
          <legend className="strong text-md">Watch in</legend>
          {lists.map((list) => (
            <label key={list._id} className="row anywhere tap check gap-3">
              <input
                type="checkbox"
                checked={keys.some(({ watchlist_id }) => watchlist_id === list._id)}
                disabled={busyListId !== null}
                onChange={() => void toggle(list._id)}
              />
              <span dir="auto">{list.name}</span>
            </label>
          ))}
        </fieldset>
        {data.watchlists.length > 0 && data.watchlists.length < data.limits.lists && (
          <NewListForm isOpen={openForm === 'list'} onToggle={toggleForm('list')} onCreated={(listId) => watch(entity, id, listId)} />
        )}
        {key && hasAlerts && !isOfLists && (
          <Suspense fallback={<SkeletonBar height={48} />}>
            <ItemAlerts key={key._id} item={key} isAdding={openForm === 'rule'} onToggle={toggleForm('rule')} />
          </Suspense>
        )}
        <ButtonRow>
          {/* The primary button is that of a rule or list that is being added; everything else is saved already. */}
          <Button onClick={() => void close()}>Done</Button>
          <ButtonLink kind="quiet" href={paths.watchlists}>
            All watchlists
          </ButtonLink>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
