import type { Pin } from '#domain/catalog/pin';
import { ExternalLink, isWebAddress } from '../ui/external-link';
import { dateName } from '../ui/words';
import { CountFact, Fact, GrowthFact, Notes, OwnerLine, Part, Queries, SourceLine, Topics } from './detail-parts';
import { DetailScreen } from './detail-screen';
import { GrowthChart } from './growth-chart';
import { MomentumPanel } from './momentum-panel';

/** `/pin/:id/` */
export const PinScreen = () => <DetailScreen entity="pin" head={Head} body={Body} />;

function Head({ found: pin }: { readonly found: Pin }) {
  return (
    <>
      <OwnerLine owner={pin.pinner} />
      <dl className="facts">
        <CountFact name="Saves" value={pin.saves} />
        <CountFact name="Repins" value={pin.repin_count} />
        <GrowthFact name="Save growth" of={pin} metric="saves" />
        <Fact name="Created">{dateName(pin.created_at)}</Fact>
      </dl>
    </>
  );
}

function Body({ found: pin }: { readonly found: Pin }) {
  return (
    <>
      <Notes of={pin} />
      <div className="detail__charts detail__charts--one">
        <GrowthChart name="Saves" metric="saves" series={pin.time_series.saves} />
      </div>
      <MomentumPanel entity="pin" of={pin} />
      <div className="detail__parts">
        {pin.description !== null && (
          <Part title="About this pin">
            <p className="text">{pin.description}</p>
          </Part>
        )}
        {isWebAddress(pin.link) && (
          <Part title="Leads to">
            <p>
              <ExternalLink href={pin.link}>{pin.domain ?? new URL(pin.link).hostname}</ExternalLink>
            </p>
          </Part>
        )}
        <Queries queries={pin.queries} />
        <Topics topics={pin.topics} />
      </div>
      <SourceLine of={pin} />
    </>
  );
}
