import { type ReactNode, useId, useState } from 'react';
import { itemText } from '#domain/catalog/compare/compared-items';
import { type EntityType, variantOf, variantNouns } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import type { ApiError } from '../../api/api-error';
import { goBack } from '../../site/navigation';
import { entityIdFromPath, paths } from '../../site/paths';
import { usePicturePreconnect } from '../../site/pictures';
import { classes } from '../../ui/classes';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { titleHint } from '../../ui/entity-names';
import { ErrorList, ErrorPanel } from '../../ui/feedback/error-panel';
import { SkeletonBar, SkeletonPicture } from '../../ui/feedback/skeleton';
import { Spinner } from '../../ui/feedback/spinner';
import { Button, ButtonLink, buttonClass } from '../../ui/form/button';
import { Icon } from '../../ui/icon';
import { ExternalLink } from '../../ui/navigation/external-link';
import { Screen } from '../../ui/navigation/screen';
import { WatchAction } from '../../ui/navigation/watch-slot';
import { EntityPicture } from '../../ui/picture/picture';
import { usePath } from '../../ui/navigation/use-path';
import { Description, Topics } from './detail-head';
import { DetailNotices, FootLine } from './detail-parts';
import { GrowthSection } from './growth/growth-section';
import { seriesOf } from './growth/readings';
import { isPinterestUrl } from './pinterest-url';
import { type DetailByEntity, useDetail } from './use-detail';
import styles from './detail-screen.module.css';

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

/** The screen of a board, an influencer, or a pin. */
export function DetailScreen<E extends EntityType>({ entity, content }: DetailScreenProps<E>) {
  const id = entityIdFromPath(usePath()) ?? '';
  const { data: details, error, busy, reload } = useDetail(entity, id);
  usePicturePreconnect();
  const isLoading = busy && details === null;
  const [firstTitle] = useState(() => servedHeading() || variantNouns[variantOf[entity]].title);
  const title = details?.title ?? firstTitle;
  return (
    <Screen
      title={title}
      heading={details ? <span title={titleHint(details)}>{title}</span> : title}
      isReady={details !== null}
      className={classes(styles.detail, isLoading && styles.loading, !details && !isLoading && styles.failed)}
      aboveHeading={<DetailBar entity={entity} details={details} busy={isLoading} />}
    >
      {details && (
        <>
          <div className={styles.tile}>
            <EntityPicture entity={entity} row={details} width={PICTURE_WIDTH_PX} isEager />
          </div>
          <div className={styles.head}>
            {content.head(details)}
            <Description text={details.description} />
            <Topics variant={variantOf[entity]} topics={details.topics} />
          </div>
          <div className={styles.body}>
            <DetailNotices details={details} />
            <GrowthSection entity={entity} details={details} series={seriesOf(details)} />
            {content.rails(details)}
            <div className={styles.columns}>{content.cards?.(details)}</div>
            <FootLine details={details} createdName={content.createdName} />
          </div>
        </>
      )}
      {isLoading && <DetailSkeleton entity={entity} />}
      {!details && !isLoading && error && <DetailError entity={entity} error={error} onRetry={() => void reload()} />}
    </Screen>
  );
}

interface DetailBarProps {
  readonly entity: EntityType;
  readonly details: { readonly _id: string; readonly title: string; readonly url: string | null; readonly source: string } | null;
  readonly busy: boolean;
}

function DetailBar({ entity, details, busy }: DetailBarProps) {
  return (
    <div className={styles.bar}>
      <Button onClick={() => goBack(paths[variantOf[entity]])}>
        <Icon name="back" /> Back
      </Button>
      <Spinner busy={busy} />
      {details && <WatchAction entity={entity} id={details._id} title={details.title} />}
      {details && <ButtonLink href={paths.compare(itemText({ entity, id: details._id }))}>Compare</ButtonLink>}
      {details && <VisitButton url={details.url} isDemo={details.source === DEMO_SOURCE} />}
    </div>
  );
}

/** The link to Pinterest. What the demo made up is not there. */
function VisitButton({ url, isDemo }: { readonly url: string | null; readonly isDemo: boolean }) {
  const noteId = useId();
  if (!isPinterestUrl(url)) return null;
  if (!isDemo)
    return (
      <ExternalLink href={url} className={buttonClass()}>
        Visit On Pinterest
      </ExternalLink>
    );
  return (
    <div className={styles.visit}>
      <span id={noteId}>Demo: not on Pinterest</span>
      <Button disabled aria-describedby={noteId}>
        Visit On Pinterest
      </Button>
    </div>
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
      <div className={styles.head} aria-busy="true" data-testid="detail-skeleton">
        <SkeletonBar width={40} height={24} />
      </div>
      <div className={styles.body}>
        <SkeletonBar height={50} />
        <SkeletonBar height={150} />
        <SkeletonBar height={96} />
        <SkeletonBar height={430} />
      </div>
    </>
  );
}
