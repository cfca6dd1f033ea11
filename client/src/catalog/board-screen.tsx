import type { Board } from '#domain/catalog/board';
import { dateName } from '../ui/words';
import { CountFact, Fact, GrowthFact, Notes, OwnerLine, Part, SourceLine, Topics } from './detail-parts';
import { DetailScreen } from './detail-screen';
import { GrowthChart } from './growth-chart';
import { MomentumPanel } from './momentum-panel';

/** `/board/:id/` */
export const BoardScreen = () => <DetailScreen entity="board" head={Head} body={Body} />;

function Head({ found: board }: { readonly found: Board }) {
  return (
    <>
      <OwnerLine owner={board.pinner} />
      <dl className="facts">
        <CountFact name="Followers" value={board.follower_count} />
        <CountFact name="Collaborators" value={board.collaborator_count} />
        <CountFact name="Pins" value={board.pin_count} />
        <GrowthFact name="Follower growth" of={board} metric="follower_count" />
        <GrowthFact name="Collaborator growth" of={board} metric="collaborator_count" />
        <Fact name="Last change">{dateName(board.board_order_modified_at)}</Fact>
        <Fact name="Created">{dateName(board.created_at)}</Fact>
      </dl>
    </>
  );
}

function Body({ found: board }: { readonly found: Board }) {
  return (
    <>
      <Notes of={board} />
      <div className="detail__charts">
        <GrowthChart name="Followers" metric="follower_count" series={board.time_series.followers} />
        <GrowthChart name="Collaborators" metric="collaborator_count" series={board.time_series.collaborators} />
      </div>
      <MomentumPanel entity="board" of={board} />
      <div className="detail__parts">
        {board.description !== null && (
          <Part title="About this board">
            <p className="text">{board.description}</p>
          </Part>
        )}
        <Topics topics={board.topics} />
      </div>
      <SourceLine of={board} />
    </>
  );
}
