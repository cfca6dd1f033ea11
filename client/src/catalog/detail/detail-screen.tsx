import { type ComponentType, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { ApiError } from '../../api/api-error';
import { entityIdFromPath, paths } from '../../site/paths';
import { usePath } from '../../ui/navigation/use-path';
import { Button } from '../../ui/form/button';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { ExternalLink } from '../../ui/navigation/external-link';
import { Icon } from '../../ui/icon';
import { ImageTile } from '../../ui/image-tile';
import { goBack } from '../../site/navigation';
import { Screen } from '../../ui/navigation/screen';
import { SkeletonBar, SkeletonTile } from '../../ui/feedback/skeleton';
import { Spinner } from '../../ui/feedback/spinner';
import { detail, detailError, type DetailByEntity, cancelDetailLoad, openDetail, currentDetail } from './detail-state';
import { variantNouns, displayName } from '../list/list-row';

const TILE_SIZE_PX = 160;

interface DetailScreenProps<E extends EntityType> {
  readonly entity: E;
  /** The lines beside the picture. */
  readonly headComponent: ComponentType<{ readonly found: DetailByEntity[E] }>;
  /** All that stands below the head. */
  readonly bodyComponent: ComponentType<{ readonly found: DetailByEntity[E] }>;
}

/** What the three detail pages share: the way back, the way to Pinterest, picture and name, waiting and failing. */
export function DetailScreen<E extends EntityType>({ entity, headComponent: Head, bodyComponent: Body }: DetailScreenProps<E>) {
  const id = entityIdFromPath(usePath()) ?? '';
  const state = useSnapshot(detail);
  useEffect(() => {
    void openDetail(entity, id);
    return cancelDetailLoad;
  }, [entity, id]);
  const details = currentDetail(state as typeof detail, entity, id);
  const error = details ? null : detailError(state, entity, id);
  const { title } = variantNouns[variantOf[entity]];
  const name = details ? displayName(details) : title;
  return (
    <Screen
      title={name}
      heading={name}
      isReady={details !== null}
      className={`detail ${details ? '' : error ? 'detail--failed' : 'detail--waiting'}`}
      aboveHeading={<DetailBar entity={entity} url={details?.url ?? null} busy={!details && !error} />}
    >
      {details && (
        <>
          <div className="detail__tile">
            <ImageTile
              id={details._id}
              name={details.name ?? ('username' in details ? details.username : null)}
              image={details.image_url}
              size={TILE_SIZE_PX}
            />
          </div>
          <div className="detail__head">
            <Head found={details} />
          </div>
          <div className="detail__body">
            <Body found={details} />
          </div>
        </>
      )}
      {error && <DetailError entity={entity} id={id} error={error} />}
      {!details && !error && <DetailSkeleton entity={entity} />}
    </Screen>
  );
}

function DetailBar({ entity, url, busy }: { readonly entity: EntityType; readonly url: string | null; readonly busy: boolean }) {
  return (
    <div className="detail__bar">
      <Button onClick={() => goBack(paths[variantOf[entity]])}>
        <Icon name="back" /> Back
      </Button>
      <Spinner busy={busy} />
      <ExternalLink href={url} className="button button--plain">
        Visit On Pinterest
      </ExternalLink>
    </div>
  );
}

function DetailError({ entity, id, error }: { readonly entity: EntityType; readonly id: string; readonly error: ApiError }) {
  const noun = variantNouns[variantOf[entity]];
  const reload = () => void openDetail(entity, id, true);
  if (error.status !== 404) return <ErrorPanel title={`We could not load this ${noun.one}.`} error={error} onRetry={reload} />;
  return (
    <section className="panel panel--empty" data-testid="detail-missing" aria-label="Not found">
      <p className="panel__title">This {noun.one} is not in our index any more.</p>
      {error.errors.length > 1 && (
        <ul>
          {error.errors.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <Link href={paths[variantOf[entity]]} className="button">
        All {noun.many}
      </Link>
    </section>
  );
}

function DetailSkeleton({ entity }: { readonly entity: EntityType }) {
  return (
    <>
      <div className="detail__tile">
        <SkeletonTile size={TILE_SIZE_PX} />
      </div>
      <div className="detail__head" aria-busy="true" data-testid="detail-skeleton">
        <SkeletonBar width={40} height={24} />
        <SkeletonBar height={46} />
        {entity === 'board' && <SkeletonBar height={46} />}
      </div>
      <div className="detail__body">
        <div className={`detail__charts ${entity === 'pin' ? 'detail__charts--one' : ''}`}>
          <SkeletonBar height={430} />
          {entity !== 'pin' && <SkeletonBar height={430} />}
        </div>
      </div>
    </>
  );
}
