import type { Pin } from '#domain/catalog/detail-contract';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { formatDate } from '../../ui/format';
import { CountFact, Fact, GrowthFact, DetailNotices, OwnerLine, DetailCard, SearchQueries, SourceLine, Topics } from './detail-parts';
import { DetailScreen } from './detail-screen';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { MomentumPanel } from './momentum-panel';

/** `/pin/:id/` */
export const PinScreen = () => <DetailScreen entity="pin" headComponent={PinHead} bodyComponent={PinBody} />;

function PinHead({ found: pin }: { readonly found: Pin }) {
  return (
    <>
      <OwnerLine owner={pin.pinner} />
      <dl className="facts">
        <CountFact name="Saves" value={pin.saves} />
        <CountFact name="Repins" value={pin.repin_count} />
        <GrowthFact name="Save growth" analytics={pin} metric="saves" />
        <Fact name="Created">{formatDate(pin.created_at)}</Fact>
      </dl>
    </>
  );
}

function PinBody({ found: pin }: { readonly found: Pin }) {
  return (
    <>
      <DetailNotices details={pin} />
      <div className="detail__charts detail__charts--one">
        <GrowthChart name="Saves" metric="saves" series={pin.time_series.saves} />
      </div>
      <MomentumPanel entity="pin" analytics={pin} />
      <div className="detail__parts">
        {pin.description !== null && (
          <DetailCard title="About this pin">
            <p className="text">{pin.description}</p>
          </DetailCard>
        )}
        {isWebUrl(pin.link) && (
          <DetailCard title="Leads to">
            <p>
              <ExternalLink href={pin.link}>{pin.domain ?? new URL(pin.link).hostname}</ExternalLink>
            </p>
          </DetailCard>
        )}
        <SearchQueries queries={pin.queries} />
        <Topics topics={pin.topics} />
      </div>
      <SourceLine provenance={pin} />
    </>
  );
}
