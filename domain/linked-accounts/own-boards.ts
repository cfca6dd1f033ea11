import type { OwnBoard, OwnPin } from '#domain/linked-accounts/account-reader';

/** A board with what the account's own pins on it did in 90 days. */
export interface BoardResult extends OwnBoard {
  /** The account's own pins on it whose figures were read. */
  readonly own_pins: number;
  /** Null without such a pin. */
  readonly outbound_clicks: number | null;
  /** Its share of the outbound clicks of all pins that were read, from 0 to 1; null without any. */
  readonly outbound_share: number | null;
}

/** The boards with the results of the account's own pins, those with the most outbound clicks first. Pins without figures count nowhere. */
export function boardResults(boards: readonly OwnBoard[], pins: readonly OwnPin[]): readonly BoardResult[] {
  const clicksByBoard = new Map<string, number[]>();
  for (const { board_id, values } of pins) {
    if (values.outbound_clicks === null) continue;
    const key = board_id ?? '';
    clicksByBoard.set(key, [...(clicksByBoard.get(key) ?? []), values.outbound_clicks]);
  }
  const sum = (clicks: readonly number[]) => clicks.reduce((total, count) => total + count, 0);
  const allClicks = sum([...clicksByBoard.values()].flat());
  return boards
    .map((board) => {
      const clicks = clicksByBoard.get(board.id) ?? [];
      const outbound_clicks = clicks.length === 0 ? null : sum(clicks);
      const outbound_share = outbound_clicks === null || allClicks === 0 ? null : outbound_clicks / allClicks;
      return { ...board, own_pins: clicks.length, outbound_clicks, outbound_share };
    })
    .toSorted((one, other) => (other.outbound_clicks ?? -1) - (one.outbound_clicks ?? -1) || other.pin_count - one.pin_count);
}
