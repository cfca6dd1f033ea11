import type { ReactNode } from 'react';
import type { Pin } from '#domain/catalog/detail-contract';
import { SearchQueries } from './detail-card';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { EntityLink } from '../entity-link';
import { OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

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
