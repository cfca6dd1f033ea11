import type { Pool } from 'pg';
import { insertEntity, updateCatalogStats } from './insert-entity';

const DAY_MINUTES = 1_440;

/** Fills an empty database with forty of each, with series. */
export async function fillCatalog(pool: Pool): Promise<void> {
  const today = Math.floor(Date.now() / 60_000);
  const at = Array.from({ length: 100 }, (_, index) => today - (100 - index) * DAY_MINUTES);
  const seriesOf = (count: number) => at.map((_, index) => count + index * 3);
  for (let index = 0; index < 40; index++) {
    const topics = index % 2 === 0 ? ['recipes'] : ['travel', 'recipes'];
    await insertEntity(pool, 'pinners', { _id: `p${index}`, username: `maker${index}`, follower_count: index, topics });
    const owner = { pinner_id: `p${index}`, pinner_username: `maker${index}`, topics };
    await insertEntity(pool, 'boards', {
      ...owner,
      _id: `b${index}`,
      name: `Handmade ideas ${index}`,
      follower_count: index * 7,
      series: { at, follower_count: seriesOf(index) },
    });
    const queries = index % 3 === 0 ? ['etsy shop'] : ['travel ideas'];
    await insertEntity(pool, 'pins', {
      ...owner,
      _id: `n${index}`,
      board_id: `b${index}`,
      queries,
      saves: index,
      series: { at, saves: seriesOf(index) },
    });
  }
  await updateCatalogStats(pool);
}

/** Lists, searches, details, and keywords of that catalog. */
export const catalogPaths = [
  '/api/boards?order_by=follower_count',
  '/api/boards?order_by=follower_count&page=3&with=sparkline,growth_last_30_days',
  '/api/boards?query=handmade',
  '/api/boards?query=handmde',
  '/api/pins?order_by=momentum_score&metric=saves&period=30_days',
  '/api/pins?query=etsy&order_by=saves&sort=asc',
  '/api/pinners?topics=travel',
  '/api/boards/b7',
  '/api/pinners/p7',
  '/api/pins/n7',
  '/api/keywords',
  '/api/keywords?query=etsy',
  '/api/keywords/etsy%20shop',
];
