import { useSnapshot } from 'valtio';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { classes } from '../../ui/classes';
import { navigate } from '../../site/navigation';
import { paths } from '../../site/paths';
import { session } from '../../site/session';
import { Icon } from '../../ui/icon';
import { useReturnPath } from '../../ui/navigation/use-next-path';
import { WatchAction } from '../../ui/navigation/slots';
import type { AnyRow } from './list-row';
import styles from '../../ui/star.module.css';

interface RowStarProps {
  readonly variant: Variant;
  readonly row: AnyRow;
}

/** Watches a row. Visitors are led to sign in, and back, by a star that loads nothing else; a link of its own would be a second one per row. */
export function RowStar({ variant, row: { _id: id, title } }: RowStarProps) {
  const { isLoaded, user } = useSnapshot(session);
  const next = useReturnPath();
  if (!isLoaded) return null;
  if (user) return <WatchAction entity={entityOf[variant]} id={id} title={title} isCompact />;
  return (
    <button
      type="button"
      className={classes('bare inline-center muted above rounded', styles.star)}
      data-watch
      aria-label={`Watch ${title}: sign in first`}
      title="Sign in to watch"
      onClick={() => navigate(paths.withNext(paths.login, next))}
    >
      <Icon name="star" />
    </button>
  );
}
