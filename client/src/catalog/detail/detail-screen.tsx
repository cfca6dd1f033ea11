import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { type EntityType, type Variant, variantNouns, variantOf } from '#domain/catalog/variants';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { itemText } from '#domain/catalog/compare/compared-items';
import { pinterestUrl } from '#domain/catalog/pages/pinterest-url';
import { DEMO_SOURCE } from '#domain/site/demo';
import type { ApiError } from '../../api/api-error';
import { entityIdFromPath, paths } from '../../site/paths';
import { usePicturePreconnect } from '../../site/pictures';
import { classes } from '../../ui/classes';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { titleHint } from '../../ui/entity-names';
import { ErrorList, ErrorPanel } from '../../ui/feedback/error-panel';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { SkeletonBars } from '../../ui/feedback/skeleton-bars';
import { Button, buttonClass, ButtonLink, IconButton } from '../../ui/form/button';
import { Screen } from '../../ui/navigation/screen';
import { EntityPicture } from '../../ui/picture/picture';
import { usePath } from '../../ui/navigation/use-path';
import { ChipList, DetailNotices, FootLine, ForeignNotes } from './detail-parts';
import { GrowthSection } from './growth/growth-section';
import { hasLine, seriesOf } from './growth/readings';
import { type DetailByEntity, useDetail } from './use-detail';
import { goBack } from '../../site/navigation';
import { Spinner } from '../../ui/feedback/spinner';
import { Popover } from '../../ui/form/popover';
import { Icon } from '../../ui/icon';
import { ExternalLink } from '../../ui/navigation/external-link';
import { WatchAction } from '../../ui/navigation/slots';
import { useIsNarrow } from '../../ui/use-media';
import styles from './detail-screen.module.css';

/** Longer descriptions are cut after a few lines until they are opened. */
const MAX_CHARACTERS_SHOWN = 240;

/** The description of an entity below its title. A long one opens with a button. */
function Description({ text: description }: { readonly text: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  if (description === null) return null;
  const isLong = description.length > MAX_CHARACTERS_SHOWN || description.split('\n').length > 3;
  return (
    <div className="stack to-start">
      <p className={classes('multiline', isLong && !isOpen && styles.cut)} dir="auto" data-testid="description">
        {description}
      </p>
      {isLong && (
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

/** The list of everything with a topic. */
const topicPath = (variant: Variant, topic: string): string => `/${variant}?${new URLSearchParams({ topic: formatFilterValue([topic]) })}`;

interface TopicsProps {
  readonly variant: Variant;
  readonly topics: readonly string[];
}

/** The topics of an entity, which lead to the list of all that have them. */
const Topics = ({ variant, topics }: TopicsProps) =>
  topics.length === 0 ? null : (
    <ChipList name="Topics" texts={topics} render={(topic) => <Link href={topicPath(variant, topic)}>{topic}</Link>} />
  );

const PICTURE_WIDTH_PX = 160;

/** What differs between the screens of boards, influencers, and pins. */
export interface DetailContent<E extends EntityType> {
  /** The content beside the image. */
  readonly head: (details: DetailByEntity[E]) => ReactNode;
  /** The rails below the growth. */
  readonly rails: (details: DetailByEntity[E]) => ReactNode;
  /** What `created_at` means. */
  readonly createdName: string;
  /** The cards below the rails. */
  readonly cards?: (details: DetailByEntity[E]) => ReactNode;
}

interface DetailScreenProps<E extends EntityType> {
  readonly entity: E;
  readonly content: DetailContent<E>;
}

/** The h1 of the page that the server sent, which the first render replaces. */
const servedHeading = (): string | undefined => document.querySelector('main:not([id]) > h1')?.textContent?.trim();

/** The title without details: while they load, that of the page as served, or the kind of the entity; then that it was not found. */
function useTitleOfNone(entity: EntityType, isMissing: boolean): string {
  const { title } = variantNouns[variantOf[entity]];
  const [first] = useState(() => servedHeading() || title);
  return isMissing ? `${title} not found` : first;
}

/** The screen of a board, an influencer, or a pin. */
export function DetailScreen<E extends EntityType>({ entity, content }: DetailScreenProps<E>) {
  const id = entityIdFromPath(usePath()) ?? '';
  const { data: details, error, busy, reload } = useDetail(entity, id);
  usePicturePreconnect();
  const isLoading = busy && details === null;
  const titleOfNone = useTitleOfNone(entity, error?.status === 404);
  const title = details?.title ?? titleOfNone;
  return (
    <Screen
      title={title}
      heading={<span title={details ? titleHint(details) : undefined}>{title}</span>}
      isReady={details !== null}
      className={classes('stack gap-4', styles.detail, isLoading && styles.loading, !details && !isLoading && styles.failed)}
      aboveHeading={<DetailBar entity={entity} details={details} busy={isLoading} />}
    >
      {details && (
        <>
          <div className={styles.tile}>
            <EntityPicture entity={entity} row={details} width={PICTURE_WIDTH_PX} isEager />
          </div>
          <div className={classes('stack at-top gap-3', styles.head)}>
            {content.head(details)}
            <Description text={details.description} />
            <Topics variant={variantOf[entity]} topics={details.topics} />
          </div>
          <div className={classes('stack gap-4', styles.body)}>
            <DetailNotices details={details} saysStale={hasLine(details)} />
            <GrowthSection entity={entity} details={details} series={seriesOf(details)} />
            {content.rails(details)}
            <div className={classes('pair hide-empty gap-4', styles.columns)}>
              {content.cards?.(details)}
              <ForeignNotes notes={details.notes} />
            </div>
            <FootLine details={details} createdName={content.createdName} />
          </div>
        </>
      )}
      {isLoading && <DetailSkeleton entity={entity} />}
      {!details && !isLoading && error && <DetailError entity={entity} error={error} onRetry={reload} />}
    </Screen>
  );
}

interface DetailErrorProps {
  readonly entity: EntityType;
  readonly error: ApiError;
  readonly onRetry: () => unknown;
}

function DetailError({ entity, error, onRetry }: DetailErrorProps) {
  const { one, many } = variantNouns[variantOf[entity]];
  if (error.status !== 404) return <ErrorPanel title={`We couldn't load this ${one}.`} error={error} onRetry={onRetry} />;
  return (
    <EmptyPanel title={`We don't have this ${one}. It may be gone, or the link may be wrong.`} label="Not found" testId="detail-missing">
      {error.errors.length > 1 && <ErrorList errors={error.errors} />}
      <ButtonLink href={paths[variantOf[entity]]}>All {many}</ButtonLink>
    </EmptyPanel>
  );
}

function DetailSkeleton({ entity }: { readonly entity: EntityType }) {
  return (
    <>
      <div className={styles.tile}>
        <SkeletonPicture entity={entity} width={PICTURE_WIDTH_PX} />
      </div>
      <div className={classes('stack at-top gap-3', styles.head)} aria-busy="true" data-testid="detail-skeleton">
        <SkeletonBar width={40} height={24} />
      </div>
      <SkeletonBars heights={[50, 150, 96, 430]} className={classes('stack gap-4', styles.body)} />
    </>
  );
}

interface DetailBarProps {
  readonly entity: EntityType;
  readonly details: DetailByEntity[EntityType] | null;
  readonly busy: boolean;
}

/** What can be done with an entity, above its title; on phones in one line. */
function DetailBar({ entity, details, busy }: DetailBarProps) {
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
const MoreActions = ({ children }: { readonly children: ReactNode }) => (
  <Popover
    label="More actions"
    renderButton={(props) => <IconButton icon="more" iconSize={22} className={styles.more} aria-label="More actions" {...props} />}
  >
    <div className={classes('stack gap-2', styles.actions)}>{children}</div>
  </Popover>
);

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
