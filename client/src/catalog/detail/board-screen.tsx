import { BoardLineOfFacts, OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

const content: DetailContent<'board'> = {
  head: (board) => (
    <>
      <OwnerLine owner={board.pinner} />
      <BoardLineOfFacts board={board} />
    </>
  ),
  rails: ({ top_pins, similar }) => (
    <>
      <Rail
        title={top_pins.some(({ saves }) => saves !== null) ? 'Top pins on this board' : 'Pins on this board'}
        variant="pins"
        rows={top_pins}
      />
      <Rail title="Similar boards" variant="boards" rows={similar} />
    </>
  ),
  createdName: 'Created',
};

/** `/board/:id/` */
export const BoardScreen = () => <DetailScreen entity="board" content={content} />;
