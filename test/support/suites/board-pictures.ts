import type { Catalog } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { EntityFields } from '../database/insert-entity';
import type { SeedEntity } from '../fakes/catalog';

const addressOf = (pinId: string) => `https://i.pinimg.com/${pinId}.jpg`;
const pinOf = (board: string, _id: string, fields: EntityFields): SeedEntity => ({
  variant: 'pins',
  fields: { _id, board_id: board, image_url: addressOf(_id), ...fields },
});

/** A board without a cover, one with a cover, and one whose pins have no picture. */
export const boardPictureSeeds: readonly SeedEntity[] = [
  { variant: 'boards', fields: { _id: 'bare', pinner_id: 'ada', follower_count: 3 } },
  { variant: 'boards', fields: { _id: 'covered', pinner_id: 'ada', follower_count: 2, image_url: 'https://i.pinimg.com/cover.jpg' } },
  { variant: 'boards', fields: { _id: 'empty', pinner_id: 'ada', follower_count: 1 } },
  pinOf('bare', 'unknown-saves', { saves: null, repin_count: 9 }),
  pinOf('bare', 'less-repinned', { saves: 3, repin_count: 1 }),
  pinOf('bare', 'most-saved', { saves: 8, repin_count: null }),
  pinOf('bare', 'repinned-a', { saves: 3, repin_count: 2 }),
  pinOf('bare', 'repinned-b', { saves: 3, repin_count: 2 }),
  pinOf('bare', 'without-picture', { saves: 99, image_url: null }),
  pinOf('covered', 'on-covered', { saves: 1 }),
  pinOf('empty', 'also-without-picture', { saves: 1, image_url: null }),
];

const firstPage: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

/** The pictures that stand for boards without a cover; `open` returns a catalog with `boardPictureSeeds`. */
export function describeBoardPictures(open: () => Promise<Catalog>): void {
  const expected = { bare: ['most-saved', 'repinned-a', 'repinned-b', 'less-repinned'].map(addressOf), covered: [], empty: [] };
  const picturesById = (boards: readonly { readonly _id: string; readonly pictures: readonly string[] }[]) =>
    Object.fromEntries(boards.map(({ _id, pictures }) => [_id, pictures]));

  it('shows boards without a cover by the pictures of their best-known pins, at most four, in lists', async () => {
    expect(picturesById((await (await open()).search('boards', firstPage)).rows)).toEqual(expected);
  });

  it('shows them among the works of a pinner', async () => {
    expect(picturesById((await (await open()).findTopWorks('ada')).boards)).toEqual(expected);
  });

  it('shows them in details', async () => {
    const catalog = await open();
    for (const [id, pictures] of Object.entries(expected)) expect((await catalog.find('board', id))?.pictures).toEqual(pictures);
  });
}
