import { boardResults } from '#domain/linked-accounts/own-analytics';

const board = (id: string, pin_count = 0) => ({
  id,
  name: `Board ${id}`,
  owner: 'maple',
  pin_count,
  follower_count: null,
  collaborator_count: null,
});
const pin = (id: string, board_id: string | null, outbound_clicks: number | null) => ({
  id,
  title: null,
  created_at: null,
  image: null,
  board_id,
  values: { impressions: null, saves: null, pin_clicks: null, outbound_clicks, engagements: null },
});

describe('what one’s own pins do on a board', () => {
  it('is the sum of its pins, and its share of all pins that were read', () => {
    const results = boardResults(
      [board('a'), board('b'), board('c', 2), board('d', 9)],
      [pin('1', 'a', 4), pin('2', 'b', 30), pin('3', 'b', 6), pin('4', null, 60), pin('5', 'c', null)],
    );
    expect(results.map(({ id, own_pins, outbound_clicks, outbound_share }) => [id, own_pins, outbound_clicks, outbound_share])).toEqual([
      ['b', 2, 36, 0.36],
      ['a', 1, 4, 0.04],
      ['d', 0, null, null],
      ['c', 0, null, null],
    ]);
  });

  it('has no share where there are no clicks', () => {
    expect(boardResults([board('a')], [pin('1', 'a', 0)])[0]).toMatchObject({ own_pins: 1, outbound_clicks: 0, outbound_share: null });
  });
});
