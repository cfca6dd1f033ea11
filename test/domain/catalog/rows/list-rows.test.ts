import { listedFields } from '#domain/catalog/columns';
import type { StoredListRow } from '#domain/catalog/rows/stored-columns';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { entityOf, variants } from '#domain/catalog/variants';

const storedBoard = {
  _id: 'b1',
  name: 'Kilns',
  url: 'https://www.pinterest.com/clayink/kilns/',
  image_url: null,
  pinner_id: '77',
  pinner_username: 'clayink',
  follower_count: 900,
  collaborator_count: null,
  pin_count: 12,
  follower_growth_last_90_days: 2.5,
  collaborator_growth_last_90_days: null,
  jump_share: 0.6,
  jumped_on: 20_688,
  board_order_modified_at: new Date('2026-02-01T10:00:00Z'),
  created_at: null,
  followers_read_on: 20_688,
  collaborators_read_on: null,
  pins_read_on: null,
  checks_passed: 2,
  checks_judged: 3,
  checks: 'ppw-u',
} satisfies StoredListRow<'board'>;

describe('a list row', () => {
  it('has its title, the listed columns, times and days in ISO 8601, and the owner nested', () => {
    const { pinner_id: _id, pinner_username: username, ...columns } = storedBoard;
    expect(toListRow('boards', storedBoard)).toMatchObject({
      ...columns,
      title: 'Kilns',
      pictures: [],
      jumped_on: '2026-08-23',
      followers_read_on: '2026-08-23',
      checks: { active: 'pass', growing: 'pass', steady: 'warn', crowded: 'unknown' },
      board_order_modified_at: '2026-02-01T10:00:00.000Z',
      pinner: { _id, username },
    });
  });

  it('has no columns that lists do not show', () => {
    const stored = { ...storedBoard, description: 'All about kilns', searchable: true } as StoredListRow<'board'>;
    expect(Object.keys(toListRow('boards', stored))).not.toEqual(expect.arrayContaining(['description']));
    expect(toListRow('boards', stored)).toEqual(toListRow('boards', storedBoard));
  });

  it.each([
    [62.4, 62.4],
    [null, null],
  ])('has the momentum score %p when the list shows it', (stored, sent) => {
    expect(toListRow('boards', { ...storedBoard, momentum_score: stored })).toHaveProperty('momentum_score', sent);
    expect(toListRow('boards', storedBoard)).not.toHaveProperty('momentum_score');
  });

  it('of a pinner has no owner', () => {
    const stored = Object.fromEntries(listedFields('pinner').map(([name]) => [name, null])) as unknown as StoredListRow<'pinner'>;
    expect(toListRow('pinners', { ...stored, _id: '9', username: 'ada' })).not.toHaveProperty('pinner');
    expect(toListRow('pinners', { ...stored, _id: '9', username: 'ada' })).toMatchObject({ _id: '9', username: 'ada' });
  });

  it.each(variants)('of %s never shows the owner as columns', (variant) => {
    expect(listedFields(entityOf[variant]).map(([name]) => name)).not.toEqual(expect.arrayContaining(['pinner_id', 'pinner_username']));
  });
});
