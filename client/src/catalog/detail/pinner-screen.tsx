import type { Pinner } from '#domain/catalog/detail-contract';
import { ExternalLink, isWebUrl } from '../../ui/navigation/external-link';
import { formatDate } from '../../ui/format';
import { CountFact, Fact, GrowthFact, DetailNotices, DetailCard, SourceLine, Topics, OwnedEntityList } from './detail-parts';
import { DetailScreen } from './detail-screen';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { MomentumPanel } from './momentum-panel';

/** `/pinner/:id/` */
export const PinnerScreen = () => <DetailScreen entity="pinner" headComponent={PinnerHead} bodyComponent={PinnerBody} />;

function PinnerHead({ found: pinner }: { readonly found: Pinner }) {
  return (
    <>
      {pinner.username !== null && pinner.name !== null && <p className="detail__owner">@{pinner.username}</p>}
      <dl className="facts">
        <CountFact name="Followers" value={pinner.follower_count} />
        <CountFact name="Monthly viewers" value={pinner.profile_views} />
        {pinner.profile_reach !== null && <CountFact name="Reach" value={pinner.profile_reach} />}
        <GrowthFact name="Follower growth" analytics={pinner} metric="follower_count" />
        <GrowthFact name="Viewer growth" analytics={pinner} metric="profile_views" />
        <Fact name="Created">{formatDate(pinner.created_at)}</Fact>
      </dl>
    </>
  );
}

function PinnerBody({ found: pinner }: { readonly found: Pinner }) {
  return (
    <>
      <DetailNotices details={pinner} />
      <div className="detail__charts">
        <GrowthChart name="Followers" metric="follower_count" series={pinner.time_series.followers} />
        <GrowthChart name="Monthly viewers" metric="profile_views" series={pinner.time_series.monthly_viewers} />
      </div>
      <MomentumPanel entity="pinner" analytics={pinner} />
      <div className="detail__parts">
        {pinner.description !== null && (
          <DetailCard title="About this influencer">
            <p className="text">{pinner.description}</p>
          </DetailCard>
        )}
        <Sites pinner={pinner} />
        <OwnedEntityList title="Biggest boards" entities={pinner.boards.map((row) => ({ entity: 'board', row }))} />
        <OwnedEntityList title="Most saved pins" entities={pinner.pins.map((row) => ({ entity: 'pin', row }))} />
        <Topics topics={pinner.topics} />
      </div>
      <SourceLine provenance={pinner} />
    </>
  );
}

function Sites({ pinner }: { readonly pinner: Pinner }) {
  const sites = [...new Set([pinner.website_url, pinner.domain_url])].filter(isWebUrl);
  if (sites.length === 0) return null;
  return (
    <DetailCard title="Links">
      <ul className="links">
        {sites.map((site) => (
          <li key={site}>
            <ExternalLink href={site}>{site.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</ExternalLink>
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}
