import type { Pinner } from '#domain/catalog/detail-contract';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { isWebUrl } from '../../ui/navigation/external-link';
import { DescriptionCard, OwnedEntityList, SiteLinks, Topics } from './detail-card';
import { DetailNotices, GrowthFact, SourceLine, UsernameLine } from './detail-parts';
import { DetailCharts, DetailParts, DetailScreen } from './detail-screen';
import { MomentumPanel } from './momentum-panel';

/** `/pinner/:id/` */
export const PinnerScreen = () => <DetailScreen entity="pinner" headComponent={PinnerHead} bodyComponent={PinnerBody} />;

function PinnerHead({ details: pinner }: { readonly details: Pinner }) {
  return (
    <>
      {pinner.username !== null && pinner.name !== null && <UsernameLine username={pinner.username} />}
      <FactList>
        <CountFact name="Followers" value={pinner.follower_count} />
        <CountFact name="Monthly viewers" value={pinner.profile_views} />
        {pinner.profile_reach !== null && <CountFact name="Reach" value={pinner.profile_reach} />}
        <GrowthFact name="Follower growth" analytics={pinner} metric="follower_count" />
        <GrowthFact name="Viewer growth" analytics={pinner} metric="profile_views" />
        <Fact name="On Pinterest since">{formatDate(pinner.created_at)}</Fact>
      </FactList>
    </>
  );
}

function PinnerBody({ details: pinner }: { readonly details: Pinner }) {
  return (
    <>
      <DetailNotices details={pinner} />
      <DetailCharts>
        <GrowthChart name="Followers" metric="follower_count" series={pinner.time_series.followers} />
        <GrowthChart name="Monthly viewers" metric="profile_views" series={pinner.time_series.monthly_viewers} />
      </DetailCharts>
      <MomentumPanel entity="pinner" analytics={pinner} />
      <DetailParts>
        <DescriptionCard title="About this influencer" description={pinner.description} />
        <SiteLinks sites={[...new Set([pinner.website_url, pinner.domain_url])].filter(isWebUrl)} />
        <OwnedEntityList title="Biggest boards" entities={pinner.boards.map((row) => ({ entity: 'board', row }))} />
        <OwnedEntityList title="Most saved pins" entities={pinner.pins.map((row) => ({ entity: 'pin', row }))} />
        <Topics topics={pinner.topics} />
      </DetailParts>
      <SourceLine provenance={pinner} />
    </>
  );
}
