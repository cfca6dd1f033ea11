import { classes } from '../../ui/classes';
import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react';
import type { WatchedItemKey } from '#domain/watching/contract';
import { MAX_NOTE_LENGTH } from '#domain/watching/watchlists';
import { api } from '../../api/api';
import { notify } from '../../site/toast';
import { Button, ButtonRow } from '../../ui/form/button';
import { Form } from '../../ui/form/form';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { useSubmission } from '../../ui/form/use-submission';
import { dropDraft, keepDraft, noteDrafts } from './note-drafts';
import { useWatchedItem } from '../watching';
import styles from './note-form.module.css';

type ItemId = Pick<WatchedItemKey, '_id' | 'watchlist_id'>;

/** Saves a note that was typed. */
export interface NoteHandle {
  /** Returns whether nothing is left to save. */
  readonly save: () => Promise<boolean>;
}

/** The note of an item, loaded with its list. */
export function NoteForm({ item, title, ref }: Omit<NoteEditorProps, 'note' | 'onSaved'>) {
  const { item: stored, error, reload } = useWatchedItem(item);
  if (error) return <LoadError onRetry={reload} />;
  return stored ? <NoteEditor item={item} title={title} note={stored.note} ref={ref} /> : <SkeletonBar height={120} />;
}

interface NoteEditorProps {
  readonly item: ItemId;
  /** What the item is called. */
  readonly title: string;
  readonly note: string;
  readonly onSaved?: (note: string) => void;
  readonly ref?: Ref<NoteHandle> | undefined;
}

/** A text area for a note, which takes the focus, and whether it was saved. What was typed is also saved when it goes, and kept until then. */
export function NoteEditor({ item, title, note, onSaved, ref }: NoteEditorProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => noteDrafts().find(({ itemId }) => itemId === item._id)?.text ?? note);
  const [saved, setSaved] = useState(note);
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  const field = useRef<HTMLTextAreaElement>(null);
  const isChanged = typed !== saved;
  const change = (text: string) => {
    setTyped(text);
    if (text === saved) dropDraft(item._id);
    else keepDraft({ itemId: item._id, title, text });
  };
  const store = async () => {
    await api('PATCH /users/me/watchlists/:id/items/:item', { params: { id: item.watchlist_id, item: item._id }, body: { note: typed } });
    dropDraft(item._id);
  };
  const save = async () => {
    if (!isChanged) return true;
    let isSaved = false;
    await run(async () => {
      await store();
      isSaved = true;
      setSaved(typed);
      onSaved?.(typed.trim());
    });
    return isSaved;
  };
  const submit = async () => {
    await save();
    // The button has nothing left to save, and loses the focus.
    if (document.activeElement?.matches('body, :disabled')) field.current?.focus();
  };
  useImperativeHandle(ref, () => ({ save }));
  useEffect(() => field.current?.focus(), []);
  const storeUnsaved = useEffectEvent(() => {
    if (isChanged && !busy && !error) void store().catch(() => notify("We couldn't save your note.", 'error'));
  });
  useEffect(() => () => storeUnsaved(), []);
  return (
    <Form className="stack gap-2" onSubmit={() => void submit()}>
      <label htmlFor={id} className="strong text-md">
        Note
      </label>
      <textarea
        id={id}
        ref={field}
        className={classes('rounded full ink', styles.note)}
        dir="auto"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={typed}
        onChange={({ target }) => change(target.value)}
      />
      <ButtonRow>
        <Button type="submit" disabled={busy || !isChanged}>
          {error ? 'Try again' : 'Save note'}
        </Button>
        {error && (
          <Button kind="quiet" onClick={() => change(saved)}>
            Discard
          </Button>
        )}
        <output className="small">{error && isChanged ? "Couldn't save." : saved !== note && !isChanged ? 'Saved' : ''}</output>
      </ButtonRow>
    </Form>
  );
}
