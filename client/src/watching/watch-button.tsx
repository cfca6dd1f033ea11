import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { parseDay } from '#domain/days';
import { paths } from '../site/paths';
import { useUser } from '../site/session';
import { classes } from '../ui/classes';
import { Button, buttonClass } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { Icon } from '../ui/icon';
import { useReturnPath } from '../ui/navigation/use-next-path';
import type { WatchNoteRequest, WatchSelection, WatchTarget } from '../ui/navigation/slots';
import { WatchDialog } from './watch-dialog';
import { keysOf, useWatchedItem, watchAtOnce, watching } from './watching';
import styles from '../ui/star.module.css';

/** Adds an entity to a watchlist at once; then it opens what belongs to it: a note and the lists. Visitors are asked to sign in. */
export function WatchButton({ entity, id, title, isCompact = false }: WatchTarget) {
  const user = useUser();
  const { data, error, reload } = watching.useLoaded();
  const [isOpen, setIsOpen] = useState(false);
  const signIn = paths.withNext(paths.login, useReturnPath());
  const isWatched = keysOf(data, entity, id).length > 0;
  const name = isWatched ? 'Watching' : 'Watch';
  const className = isCompact
    ? classes('bare inline-center muted above rounded', styles.star, isWatched && styles.watched)
    : buttonClass('plain', isWatched ? styles.watched : undefined);
  const content = (
    <>
      <Icon name="star" />
      {!isCompact && name}
    </>
  );
  if (!user)
    return (
      <Link href={signIn} className={className} data-watch aria-label={`Watch ${title}: sign in first`} title="Sign in to watch">
        {content}
      </Link>
    );
  const press = () => {
    if (!data) void reload();
    else if (isWatched) setIsOpen(true);
    else void watchAtOnce([{ entity, id, title }]);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup={isWatched ? 'dialog' : undefined}
        data-watch
        aria-label={`${name} ${title}`}
        title={`${name} (s)`}
        disabled={!data && !error}
        onClick={press}
      >
        {content}
      </button>
      {isOpen && data && <WatchDialog entity={entity} id={id} title={title} data={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Watches selected rows together. */
export function WatchSelectedButton({ entities }: WatchSelection) {
  const { busy, run } = useSubmission();
  return (
    <Button disabled={busy} onClick={() => void run(() => watchAtOnce(entities))}>
      Watch
    </Button>
  );
}

/** Reads the note about an entity once what the user watches is known. */
export function WatchNote({ entity, id, onNote }: WatchNoteRequest): null {
  const { data } = watching.useLoaded();
  const [key] = keysOf(data, entity, id);
  const { note = '', added_on = '' } = useWatchedItem(key).item ?? {};
  useEffect(() => {
    const day = parseDay(added_on);
    onNote(note === '' || day === null ? null : { day, text: note });
  }, [note, added_on, onNote]);
  return null;
}
