import type { OwnBoards } from '#domain/linked-accounts/contract';
import { formatCount } from '#domain/numbers';
import { useEndpoint } from '../api/resource';
import { Card } from '../ui/card';
import { type TableColumn, countColumn, ScrollTable } from '../ui/data-table';
import { formatShare } from '../ui/format';
import { OwnFigures } from './figures';
import styles from './own-account.module.css';

const TABLE_HEIGHT_PX = 240;

type OwnBoardRow = OwnBoards['boards'][number];

const columnsFor = (username: string): readonly TableColumn<OwnBoardRow>[] => [
  {
    name: 'Board',
    className: styles.pin,
    render: ({ name, owner }) => (
      <>
        <bdi>{name}</bdi>
        {owner !== null && owner !== username && <span className="caption block">Group board of @{owner}</span>}
      </>
    ),
  },
  countColumn('Outbound clicks', ({ outbound_clicks }) => outbound_clicks),
  {
    name: 'Share',
    hint: 'Of the outbound clicks of all your pins that were read',
    isNumber: true,
    render: ({ outbound_share }) => (outbound_share === null ? '–' : formatShare(outbound_share)),
  },
  { ...countColumn('Your pins', ({ own_pins }) => own_pins), hint: 'Those whose figures were read' },
  countColumn('All pins', ({ pin_count }) => pin_count),
  countColumn('Followers', ({ follower_count }) => follower_count),
];

interface BoardsCardProps {
  readonly accountId: string;
  readonly username: string;
}

/** The account's boards and group boards, with what its own pins on them did. */
export function BoardsCard({ accountId: id, username }: BoardsCardProps) {
  const boards = useEndpoint('GET /users/me/pinterest_accounts/:id/boards', { params: { id } });
  return (
    <Card title="Your boards" className="stack gap-3" data-testid="own-boards">
      <OwnFigures resource={boards} isEmpty={({ boards: rows }) => rows.length === 0} height={TABLE_HEIGHT_PX}>
        {({ boards: rows, pins_read, pins }) => (
          <>
            <p>{summaryOf(rows, pins_read, pins)}</p>
            <ScrollTable
              name="Your boards"
              columns={columnsFor(username)}
              rows={rows}
              keyOf={({ id: boardId }) => boardId}
              rowTestId="own-board"
            />
          </>
        )}
      </OwnFigures>
    </Card>
  );
}

/** `Baking brings 36% of your outbound clicks of 90 days. Counted from 13 of your 14 pins.` */
function summaryOf([first]: readonly OwnBoardRow[], pinsRead: number, pins: number | null): string {
  const counted = `Counted from ${pins === null || pins < pinsRead ? formatCount(pinsRead, 'pin of yours', 'pins of yours') : `${pinsRead} of your ${formatCount(pins, 'pin', 'pins')}`}, the last 90 days.`;
  const share = first?.outbound_share ?? null;
  return first && share !== null ? `${first.name} brings ${formatShare(share)} of your outbound clicks. ${counted}` : counted;
}
