import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Pin } from '#domain/catalog/detail-contract';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { loadCatalogStats } from '../../api/catalog-stats';
import { paths } from '../../site/paths';
import { useSearchAccess } from '../../site/session';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { EntityLink } from '../entity-link';
import { ChipList, DetailCard, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

/** The searches that a pin was found in; links for viewers who may search. */
function SearchQueries({ queries }: { readonly queries: readonly string[] }) {
  const canSearch = canSearchWith(useSearchAccess());
  // Whether there are free searches is known from the stats.
  useEffect(() => void loadCatalogStats(), []);
  if (queries.length === 0) return null;
  const render = (query: string) => (canSearch ? <Link href={paths.search('pins', query)}>{query}</Link> : query);
  const title = 'Found in searches for';
  return (
    <DetailCard title={title}>
      <ChipList name={title} texts={queries} render={render} />
    </DetailCard>
  );
}

const contentWith = (renderOwnFigures: (pin: Pin) => ReactNode): DetailContent<'pin'> => ({
  head: (pin) => (
    <>
      <OwnerLine owner={pin.pinner} />
      {pin.board && (
        <p className="muted">
          on{' '}
          <EntityLink entity="board" id={pin.board._id}>
            <bdi>{pin.board.title}</bdi>
          </EntityLink>
        </p>
      )}
      {isWebUrl(pin.link) && (
        <p className="muted">
          Destination: <ExternalLink href={pin.link}>{pin.domain ?? new URL(pin.link).hostname}</ExternalLink>
        </p>
      )}
    </>
  ),
  rails: ({ similar }) => <Rail title="Similar pins" variant="pins" rows={similar} />,
  createdName: 'Created',
  cards: (pin) => (
    <>
      {renderOwnFigures(pin)}
      <SearchQueries queries={pin.queries} />
    </>
  ),
});

interface PinScreenProps {
  /** What the pin's owner alone sees of it. */
  readonly renderOwnFigures: (pin: Pin) => ReactNode;
}

/** `/pin/:id/` */
export const PinScreen = ({ renderOwnFigures }: PinScreenProps) => <DetailScreen entity="pin" content={contentWith(renderOwnFigures)} />;
