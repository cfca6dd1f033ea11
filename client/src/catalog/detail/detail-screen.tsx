import { type ReactNode, useState } from 'react';
import { type EntityType, variantOf, variantNouns, type Variant } from '#domain/catalog/variants';
import type { ApiError } from '../../api/api-error';
import { entityIdFromPath, paths } from '../../site/paths';
import { usePicturePreconnect } from '../../site/pictures';
import { classes } from '../../ui/classes';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { titleHint } from '../../ui/entity-names';
import { ErrorList, ErrorPanel } from '../../ui/feedback/error-panel';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { ButtonLink, Button } from '../../ui/form/button';
import { Screen } from '../../ui/navigation/screen';
import { EntityPicture } from '../../ui/picture/picture';
import { usePath } from '../../ui/navigation/use-path';
import { DetailBar } from './detail-bar';
import { DetailNotices, FootLine } from './detail-parts';
import { GrowthSection } from './growth/growth-section';
import { hasLine, seriesOf } from './growth/readings';
import { type DetailByEntity, useDetail } from './use-detail';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { Link } from 'wouter';
import { ChipList, ForeignNotes } from './detail-card';
import styles from './detail-screen.module.css';

/** Longer descriptions are cut after a few lines until they are opened. */
const MAX_CHARACTERS_SHOWN = 240;

/** The description of an entity below its title. A long one opens with a button. */
function Description({ text: description }: { readonly text: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  if (description === null) return null;
  const isLong = description.length > MAX_CHARACTERS_SHOWN || description.split('\n').length > 3;
  return (
    <div className={classes('stack to-start', styles.description)}>
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
      {!details && !isLoading && error && <DetailError entity={entity} error={error} onRetry={() => void reload()} />}
    </Screen>
  );
}

interface DetailErrorProps {
  readonly entity: EntityType;
  readonly error: ApiError;
  readonly onRetry: () => void;
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
      <div className={classes('stack gap-4', styles.body)}>
        <SkeletonBar height={50} />
        <SkeletonBar height={150} />
        <SkeletonBar height={96} />
        <SkeletonBar height={430} />
      </div>
    </>
  );
}
