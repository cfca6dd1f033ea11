import type { ReactNode } from 'react';
import type { Pin } from '#domain/catalog/detail-contract';
import { SearchQueries } from './detail-card';
import { BoardLine, DestinationLine, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

const contentWith = (renderOwnFigures: (pin: Pin) => ReactNode): DetailContent<'pin'> => ({
  head: (pin) => (
    <>
      <OwnerLine owner={pin.pinner} />
      {pin.board && <BoardLine board={pin.board} />}
      <DestinationLine link={pin.link} domain={pin.domain} />
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
