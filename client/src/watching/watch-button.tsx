import { useState } from 'react';
import { paths } from '../site/paths';
import { useUser } from '../site/session';
import { classes } from '../ui/classes';
import { buttonClass } from '../ui/form/button';
import { Icon } from '../ui/icon';
import { Link } from 'wouter';
import { useReturnPath } from '../ui/navigation/use-next-path';
import type { WatchTarget } from '../ui/navigation/watch-slot';
import { WatchDialog } from './watch-dialog';
import { keysOf, watchAtOnce, watching } from './watching';
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
