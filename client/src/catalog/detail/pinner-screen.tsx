import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { isWebUrl } from '../../ui/navigation/external-link';
import { OwnedEntityList, SiteLinks } from './detail-card';
import { GrowthFact, UsernameLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';

const content: DetailContent<'pinner'> = {
  head: (pinner) => (
    <>
      {pinner.username !== null && pinner.name !== null && <UsernameLine username={pinner.username} />}
      <FactList>
        <CountFact name="Followers" value={pinner.follower_count} />
        <CountFact name="Monthly viewers" value={pinner.profile_views} />
        {pinner.profile_reach !== null && <CountFact name="Reach" value={pinner.profile_reach} />}
        <GrowthFact name="Follower growth" analytics={pinner} metric="follower_count" jump={pinner} />
        <GrowthFact name="Viewer growth" analytics={pinner} metric="profile_views" />
        <Fact name="On Pinterest since">{formatDate(pinner.created_at)}</Fact>
      </FactList>
    </>
  ),
  charts: ({ time_series: series }) => (
    <>
      <GrowthChart name="Followers" metric="follower_count" series={series.followers} />
      <GrowthChart name="Monthly viewers" metric="profile_views" series={series.monthly_viewers} />
    </>
  ),
  cards: (pinner) => (
    <>
      <SiteLinks sites={[...new Set([pinner.website_url, pinner.domain_url])].filter(isWebUrl)} />
      <OwnedEntityList title="Biggest boards" entities={pinner.boards.map((row) => ({ entity: 'board', row }))} />
      <OwnedEntityList title="Most saved pins" entities={pinner.pins.map((row) => ({ entity: 'pin', row }))} />
    </>
  ),
};

/** `/pinner/:id/` */
export const PinnerScreen = () => <DetailScreen entity="pinner" content={content} />;
