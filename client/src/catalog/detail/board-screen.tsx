import { GrowthChart } from '../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../ui/fact';
import { formatDate } from '../../ui/format';
import { GrowthFact, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';

const content: DetailContent<'board'> = {
  head: (board) => (
    <>
      <OwnerLine owner={board.pinner} />
      <FactList>
        <CountFact name="Followers" value={board.follower_count} />
        <CountFact name="Collaborators" value={board.collaborator_count} />
        <CountFact name="Pins" value={board.pin_count} />
        <GrowthFact name="Follower growth" analytics={board} metric="follower_count" jump={board} />
        <GrowthFact name="Collaborator growth" analytics={board} metric="collaborator_count" />
        <Fact name="Last activity">{formatDate(board.board_order_modified_at)}</Fact>
        <Fact name="Created">{formatDate(board.created_at)}</Fact>
      </FactList>
    </>
  ),
  charts: ({ time_series: series }) => (
    <>
      <GrowthChart name="Followers" metric="follower_count" series={series.followers} />
      <GrowthChart name="Collaborators" metric="collaborator_count" series={series.collaborators} />
    </>
  ),
};

/** `/board/:id/` */
export const BoardScreen = () => <DetailScreen entity="board" content={content} />;
