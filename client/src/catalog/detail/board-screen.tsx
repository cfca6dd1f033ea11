import type { Board } from '#domain/catalog/detail-contract';
import { formatDate } from '../../ui/format';
import { CountFact, Fact, GrowthFact, DetailNotices, OwnerLine, DetailCard, SourceLine, Topics } from './detail-parts';
import { DetailScreen } from './detail-screen';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { MomentumPanel } from './momentum-panel';

/** `/board/:id/` */
export const BoardScreen = () => <DetailScreen entity="board" headComponent={BoardHead} bodyComponent={BoardBody} />;

function BoardHead({ found: board }: { readonly found: Board }) {
  return (
    <>
      <OwnerLine owner={board.pinner} />
      <dl className="facts">
        <CountFact name="Followers" value={board.follower_count} />
        <CountFact name="Collaborators" value={board.collaborator_count} />
        <CountFact name="Pins" value={board.pin_count} />
        <GrowthFact name="Follower growth" analytics={board} metric="follower_count" />
        <GrowthFact name="Collaborator growth" analytics={board} metric="collaborator_count" />
        <Fact name="Last change">{formatDate(board.board_order_modified_at)}</Fact>
        <Fact name="Created">{formatDate(board.created_at)}</Fact>
      </dl>
    </>
  );
}

function BoardBody({ found: board }: { readonly found: Board }) {
  return (
    <>
      <DetailNotices details={board} />
      <div className="detail__charts">
        <GrowthChart name="Followers" metric="follower_count" series={board.time_series.followers} />
        <GrowthChart name="Collaborators" metric="collaborator_count" series={board.time_series.collaborators} />
      </div>
      <MomentumPanel entity="board" analytics={board} />
      <div className="detail__parts">
        {board.description !== null && (
          <DetailCard title="About this board">
            <p className="text">{board.description}</p>
          </DetailCard>
        )}
        <Topics topics={board.topics} />
      </div>
      <SourceLine provenance={board} />
    </>
  );
}
