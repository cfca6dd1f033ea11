import { type ComponentType, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { ApiError } from '../api/api-error';
import { idInPath, paths } from '../app/paths';
import { usePath } from '../ui/address';
import { Button } from '../ui/button';
import { ErrorPanel } from '../ui/error-panel';
import { ExternalLink } from '../ui/external-link';
import { Icon } from '../ui/icon';
import { ImageTile } from '../ui/image-tile';
import { goBack } from '../ui/navigation';
import { Screen } from '../ui/screen';
import { Bone, TileBone } from '../ui/skeleton';
import { Spinner } from '../ui/spinner';
import { detail, detailFault, type DetailOf, leaveDetail, openDetail, shownDetail } from './detail';
import { nouns, titleOf } from './rows';

const TILE = 160;

interface DetailScreenProps<E extends EntityType> {
  readonly entity: E;
  /** The lines beside the picture. */
  readonly head: ComponentType<{ readonly found: DetailOf[E] }>;
  /** All that stands below the head. */
  readonly body: ComponentType<{ readonly found: DetailOf[E] }>;
}

/** What the three detail pages share: the way back, the way to Pinterest, picture and name, waiting and failing. */
export function DetailScreen<E extends EntityType>({ entity, head: Head, body: Body }: DetailScreenProps<E>) {
  const id = idInPath(usePath()) ?? '';
  const state = useSnapshot(detail);
  useEffect(() => {
    void openDetail(entity, id);
    return leaveDetail;
  }, [entity, id]);
  const found = shownDetail(state as typeof detail, entity, id);
  const fault = found ? null : detailFault(state, entity, id);
  const { title } = nouns[variantOf[entity]];
  const name = found ? titleOf(found) : title;
  return (
    <Screen
      title={name}
      heading={name}
      ready={found !== null}
      className={`detail ${found ? '' : fault ? 'detail--failed' : 'detail--waiting'}`}
      before={<DetailBar entity={entity} url={found?.url ?? null} busy={!found && !fault} />}
    >
      {found && (
        <>
          <div className="detail__tile">
            <ImageTile
              id={found._id}
              name={found.name ?? ('username' in found ? found.username : null)}
              image={found.image_url}
              size={TILE}
            />
          </div>
          <div className="detail__head">
            <Head found={found} />
          </div>
          <div className="detail__body">
            <Body found={found} />
          </div>
        </>
      )}
      {fault && <DetailFault entity={entity} id={id} fault={fault} />}
      {!found && !fault && <DetailSkeleton entity={entity} />}
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

function DetailFault({ entity, id, fault }: { readonly entity: EntityType; readonly id: string; readonly fault: ApiError }) {
  const noun = nouns[variantOf[entity]];
  const retry = () => void openDetail(entity, id, true);
  if (fault.status !== 404) return <ErrorPanel title={`We could not load this ${noun.one}.`} fault={fault} onRetry={retry} />;
  return (
    <section className="panel panel--empty" data-testid="detail-missing" aria-label="Not found">
      <p className="panel__title">This {noun.one} is not in our index any more.</p>
      {fault.errors.length > 1 && (
        <ul>
          {fault.errors.map((error) => (
            <li key={error}>{error}</li>
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
        <TileBone size={TILE} />
      </div>
      <div className="detail__head" aria-busy="true" data-testid="detail-skeleton">
        <Bone width={40} height={24} />
        <Bone height={46} />
        {entity === 'board' && <Bone height={46} />}
      </div>
      <div className="detail__body">
        <div className={`detail__charts ${entity === 'pin' ? 'detail__charts--one' : ''}`}>
          <Bone height={430} />
          {entity !== 'pin' && <Bone height={430} />}
        </div>
      </div>
    </>
  );
}
