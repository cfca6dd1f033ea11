import type { Pinner } from '#domain/catalog/pinner';
import { ExternalLink, isWebAddress } from '../ui/external-link';
import { dateName } from '../ui/words';
import { CountFact, Fact, GrowthFact, Notes, Part, SourceLine, Topics, Works } from './detail-parts';
import { DetailScreen } from './detail-screen';
import { GrowthChart } from './growth-chart';
import { MomentumPanel } from './momentum-panel';

/** `/pinner/:id/` */
export const PinnerScreen = () => <DetailScreen entity="pinner" head={Head} body={Body} />;

function Head({ found: pinner }: { readonly found: Pinner }) {
  return (
    <>
      {pinner.username !== null && pinner.name !== null && <p className="detail__owner">@{pinner.username}</p>}
      <dl className="facts">
        <CountFact name="Followers" value={pinner.follower_count} />
        <CountFact name="Monthly viewers" value={pinner.profile_views} />
        {pinner.profile_reach !== null && <CountFact name="Reach" value={pinner.profile_reach} />}
        <GrowthFact name="Follower growth" of={pinner} metric="follower_count" />
        <GrowthFact name="Viewer growth" of={pinner} metric="profile_views" />
        <Fact name="Created">{dateName(pinner.created_at)}</Fact>
      </dl>
    </>
  );
}

function Body({ found: pinner }: { readonly found: Pinner }) {
  return (
    <>
      <Notes of={pinner} />
      <div className="detail__charts">
        <GrowthChart name="Followers" metric="follower_count" series={pinner.time_series.followers} />
        <GrowthChart name="Monthly viewers" metric="profile_views" series={pinner.time_series.monthly_viewers} />
      </div>
      <MomentumPanel entity="pinner" of={pinner} />
      <div className="detail__parts">
        {pinner.description !== null && (
          <Part title="About this influencer">
            <p className="text">{pinner.description}</p>
          </Part>
        )}
        <Sites pinner={pinner} />
        <Works title="Biggest boards" works={pinner.boards.map((row) => ({ entity: 'board', row }))} />
        <Works title="Most saved pins" works={pinner.pins.map((row) => ({ entity: 'pin', row }))} />
        <Topics topics={pinner.topics} />
      </div>
      <SourceLine of={pinner} />
    </>
  );
}

function Sites({ pinner }: { readonly pinner: Pinner }) {
  const sites = [...new Set([pinner.website_url, pinner.domain_url])].filter(isWebAddress);
  if (sites.length === 0) return null;
  return (
    <Part title="Links">
      <ul className="links">
        {sites.map((site) => (
          <li key={site}>
            <ExternalLink href={site}>{site.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</ExternalLink>
          </li>
        ))}
      </ul>
    </Part>
  );
}
