import type { Board } from '#domain/catalog/detail-contract';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { DescriptionCard, Topics } from './detail-card';
import { DetailNotices, GrowthFact, OwnerLine, SourceLine } from './detail-parts';
import { DetailCharts, DetailParts, DetailScreen } from './detail-screen';
import { MomentumPanel } from './momentum-panel';

/** `/board/:id/` */
export const BoardScreen = () => <DetailScreen entity="board" headComponent={BoardHead} bodyComponent={BoardBody} />;

function BoardHead({ details: board }: { readonly details: Board }) {
  return (
    <>
      <OwnerLine owner={board.pinner} />
      <FactList>
        <CountFact name="Followers" value={board.follower_count} />
        <CountFact name="Collaborators" value={board.collaborator_count} />
        <CountFact name="Pins" value={board.pin_count} />
        <GrowthFact name="Follower growth" analytics={board} metric="follower_count" />
        <GrowthFact name="Collaborator growth" analytics={board} metric="collaborator_count" />
        <Fact name="Last activity">{formatDate(board.board_order_modified_at)}</Fact>
        <Fact name="Created">{formatDate(board.created_at)}</Fact>
      </FactList>
    </>
  );
}

function BoardBody({ details: board }: { readonly details: Board }) {
  return (
    <>
      <DetailNotices details={board} />
      <DetailCharts>
        <GrowthChart name="Followers" metric="follower_count" series={board.time_series.followers} />
        <GrowthChart name="Collaborators" metric="collaborator_count" series={board.time_series.collaborators} />
      </DetailCharts>
      <MomentumPanel entity="board" analytics={board} />
      <DetailParts>
        <DescriptionCard title="About this board" description={board.description} />
        <Topics topics={board.topics} />
      </DetailParts>
      <SourceLine provenance={board} />
    </>
  );
}
