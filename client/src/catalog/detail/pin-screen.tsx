import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { DetailCard, SearchQueries } from './detail-card';
import { BoardLine, GrowthFact, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';

const content: DetailContent<'pin'> = {
  head: (pin) => (
    <>
      <OwnerLine owner={pin.pinner} />
      {pin.board && <BoardLine board={pin.board} />}
      <FactList>
        <CountFact name="Saves" value={pin.saves} />
        <CountFact name="Repins" value={pin.repin_count} />
        <GrowthFact name="Save growth" analytics={pin} metric="saves" jump={pin} />
        <Fact name="Created">{formatDate(pin.created_at)}</Fact>
      </FactList>
    </>
  ),
  charts: ({ time_series: series }) => <GrowthChart name="Saves" metric="saves" series={series.saves} />,
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
