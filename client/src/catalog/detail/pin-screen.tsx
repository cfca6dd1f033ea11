import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { DetailCard, SearchQueries } from './detail-card';
import { BoardLine, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

const content: DetailContent<'pin'> = {
  head: (pin) => (
    <>
      <OwnerLine owner={pin.pinner} />
      {pin.board && <BoardLine board={pin.board} />}
    </>
  ),
  rails: ({ similar }) => <Rail title="Similar pins" variant="pins" rows={similar} />,
  createdName: 'Created',
  cards: ({ link, domain, queries }) => (
    <>
      {isWebUrl(link) && (
        <DetailCard title="Destination">
          <p>
            <ExternalLink href={link}>{domain ?? new URL(link).hostname}</ExternalLink>
          </p>
        </DetailCard>
      )}
      <SearchQueries queries={queries} />
    </>
  ),
};

/** `/pin/:id/` */
export const PinScreen = () => <DetailScreen entity="pin" content={content} />;
