import { BoardLineOfFacts, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';

const content: DetailContent<'board'> = {
  head: (board) => (
    <>
      <OwnerLine owner={board.pinner} />
      <BoardLineOfFacts board={board} />
    </>
  ),
  series: ({ time_series: { followers, collaborators, pins } }) => ({
    follower_count: followers,
    collaborator_count: collaborators,
    pin_count: pins,
  }),
  createdName: 'Created',
};

/** `/board/:id/` */
export const BoardScreen = () => <DetailScreen entity="board" content={content} />;
