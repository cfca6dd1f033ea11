import type { BoardRow } from '#domain/catalog/list-contract';
import { formatCount } from '#domain/numbers';
import { formatDate } from '../../ui/format';
import { OwnerLine } from './detail-parts';
import { type DetailContent, DetailScreen } from './detail-screen';
import { Rail } from './rail';

/** What kind of board it is, and when something last happened on it. */
function BoardLineOfFacts({ board }: { readonly board: Pick<BoardRow, 'collaborator_count' | 'board_order_modified_at'> }) {
  const { collaborator_count: collaborators, board_order_modified_at: lastActivity } = board;
  const group =
    collaborators !== null && collaborators > 0 && `Group board, ${formatCount(collaborators, 'collaborator', 'collaborators')}`;
  const parts = [group, lastActivity !== null && `${group ? 'last' : 'Last'} activity ${formatDate(lastActivity)}`].filter(
    (part) => part !== false,
  );
  return parts.length === 0 ? null : <p className="muted">{parts.join(' · ')}</p>;
}

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
