import { SearchQueries } from './detail-card';
import { BoardLine, DestinationLine, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

const content: DetailContent<'pin'> = {
  head: (pin) => (
    <>
      <OwnerLine owner={pin.pinner} />
      {pin.board && <BoardLine board={pin.board} />}
      <DestinationLine link={pin.link} domain={pin.domain} />
    </>
  ),
  rails: ({ similar }) => <Rail title="Similar pins" variant="pins" rows={similar} />,
  createdName: 'Created',
  cards: ({ queries }) => <SearchQueries queries={queries} />,
};

/** `/pin/:id/` */
export const PinScreen = () => <DetailScreen entity="pin" content={content} />;
