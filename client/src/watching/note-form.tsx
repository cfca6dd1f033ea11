import { useId, useState } from 'react';
import type { WatchedItemKey } from '#domain/analytics/watching/contract';
import { MAX_NOTE_LENGTH } from '#domain/analytics/watching/watchlists';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { Button, ButtonRow } from '../ui/form/button';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { useSubmission } from '../ui/form/use-submission';
import styles from './note-form.module.css';
import text from '../ui/text.module.css';

type ItemId = Pick<WatchedItemKey, '_id' | 'watchlist_id'>;

/** The note of an item, loaded with its list. */
export function NoteForm({ item }: { readonly item: ItemId }) {
  const { data, error, reload } = useResource(`note ${item._id}`, (signal) =>
    api('GET /users/me/watchlists/:id', { params: { id: item.watchlist_id }, signal }),
  );
  if (error) return <LoadError onRetry={() => void reload()} />;
  const stored = data?.items.find(({ _id }) => _id === item._id);
  return stored ? <NoteEditor item={item} note={stored.note} /> : <SkeletonBar height={120} />;
}

interface NoteEditorProps {
  readonly item: ItemId;
  readonly note: string;
  readonly onSaved?: (note: string) => void;
}

/** A text area for a note, and whether it was saved. */
export function NoteEditor({ item, note, onSaved }: NoteEditorProps) {
  const id = useId();
  const [typed, setTyped] = useState(note);
  const [saved, setSaved] = useState(note);
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  const save = async () => {
    await api('PATCH /users/me/watchlists/:id/items/:item', { params: { id: item.watchlist_id, item: item._id }, body: { note: typed } });
    setSaved(typed);
    onSaved?.(typed.trim());
  };
  const isChanged = typed !== saved;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <label htmlFor={id}>Note</label>
      <textarea
        id={id}
        className={styles.note}
        dir="auto"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ButtonRow>
        <Button type="submit" disabled={busy || !isChanged}>
          {error ? 'Try again' : 'Save note'}
        </Button>
        <output className={text.small}>{error ? "Couldn't save." : saved !== note && !isChanged ? 'Saved' : ''}</output>
      </ButtonRow>
    </form>
  );
}
