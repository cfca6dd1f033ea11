import { useId, useState } from 'react';
import { itemText } from '#domain/catalog/compare/compared-items';
import { pinterestUrl } from '#domain/catalog/pages/pinterest-url';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import { classes } from '../../ui/classes';
import { goBack } from '../../site/navigation';
import { paths } from '../../site/paths';
import { Spinner } from '../../ui/feedback/spinner';
import { Button, buttonClass, ButtonLink, IconButton } from '../../ui/form/button';
import { Popover } from '../../ui/form/popover';
import { Icon } from '../../ui/icon';
import { ExternalLink } from '../../ui/navigation/external-link';
import { WatchAction } from '../../ui/navigation/slots';
import { useIsNarrow } from '../../ui/use-media';
import styles from './detail-bar.module.css';

interface BarDetails {
  readonly _id: string;
  readonly title: string;
  readonly url: string | null;
  readonly username?: string | null;
  readonly source: string;
}

interface DetailBarProps {
  readonly entity: EntityType;
  readonly details: BarDetails | null;
  readonly busy: boolean;
}

/** What can be done with an entity, above its title; on phones in one line. */
export function DetailBar({ entity, details, busy }: DetailBarProps) {
  const isNarrow = useIsNarrow();
  const leave = () => goBack(paths[variantOf[entity]]);
  const actions = details && (
    <>
      <ButtonLink href={paths.compare(itemText({ entity, id: details._id }))}>Compare</ButtonLink>
      <VisitButton url={pinterestUrl(entity, details)} isDemo={details.source === DEMO_SOURCE} />
    </>
  );
  return (
    <div className={classes('cluster to-end tap no-print gap-2', styles.bar)}>
      {isNarrow ? (
        <IconButton icon="back" iconSize={22} className={styles.back} aria-label="Back" onClick={leave} />
      ) : (
        <Button onClick={leave}>
          <Icon name="back" /> Back
        </Button>
      )}
      <Spinner busy={busy} />
      {details && <WatchAction entity={entity} id={details._id} title={details.title} />}
      {isNarrow ? actions && <MoreActions>{actions}</MoreActions> : actions}
    </div>
  );
}

/** The actions that phones have no room for. */
function MoreActions({ children }: { readonly children: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="More actions"
      isOpen={isOpen}
      onToggle={setIsOpen}
      renderButton={(props) => <IconButton icon="more" iconSize={22} className={styles.more} aria-label="More actions" {...props} />}
    >
      <div className={classes('stack gap-2', styles.actions)}>{children}</div>
    </Popover>
  );
}

/** The link to Pinterest. What the demo made up is not there. */
function VisitButton({ url, isDemo }: { readonly url: string | null; readonly isDemo: boolean }) {
  const noteId = useId();
  if (url === null) return null;
  if (!isDemo)
    return (
      <ExternalLink href={url} className={buttonClass()}>
        Visit On Pinterest
      </ExternalLink>
    );
  return (
    <div className={classes('cluster to-end muted text-md gap-1 gap-x-3', styles.visit)}>
      <span id={noteId}>Demo: not on Pinterest</span>
      <Button disabled aria-describedby={noteId}>
        Visit On Pinterest
      </Button>
    </div>
  );
}
