import type { Pin } from '#domain/catalog/detail-contract';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { DescriptionCard, DetailCard, SearchQueries, Topics } from './detail-card';
import { DetailNotices, GrowthFact, OwnerLine, SourceLine } from './detail-parts';
import { DetailCharts, DetailParts, DetailScreen } from './detail-screen';
import { MomentumPanel } from './momentum-panel';

/** `/pin/:id/` */
export const PinScreen = () => <DetailScreen entity="pin" headComponent={PinHead} bodyComponent={PinBody} />;

function PinHead({ details: pin }: { readonly details: Pin }) {
  return (
    <>
      <OwnerLine owner={pin.pinner} />
      <FactList>
        <CountFact name="Saves" value={pin.saves} />
        <CountFact name="Repins" value={pin.repin_count} />
        <GrowthFact name="Save growth" analytics={pin} metric="saves" />
        <Fact name="Created">{formatDate(pin.created_at)}</Fact>
      </FactList>
    </>
  );
}

function PinBody({ details: pin }: { readonly details: Pin }) {
  return (
    <>
      <DetailNotices details={pin} />
      <DetailCharts isSingle>
        <GrowthChart name="Saves" metric="saves" series={pin.time_series.saves} />
      </DetailCharts>
      <MomentumPanel entity="pin" analytics={pin} />
      <DetailParts>
        <DescriptionCard title="About this pin" description={pin.description} />
        {isWebUrl(pin.link) && (
          <DetailCard title="Destination">
            <p>
              <ExternalLink href={pin.link}>{pin.domain ?? new URL(pin.link).hostname}</ExternalLink>
            </p>
          </DetailCard>
        )}
        <SearchQueries queries={pin.queries} />
        <Topics topics={pin.topics} />
      </DetailParts>
      <SourceLine provenance={pin} />
    </>
  );
}
