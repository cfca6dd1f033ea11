import type { ImportRow } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, entityTypes, perEntity } from '#domain/catalog/variants';
import { MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { demoImportRows, readDemoFile } from '#server/demo/demo-data';

const NEWEST_DAY = 20_600;
const EARLY_MINUTE = NEWEST_DAY * MINUTES_PER_DAY + 1;
const endOfToday = new Date((NEWEST_DAY + 1) * DAY_MS - 1);
const sizes = { board: 3_000, pinner: 3_000, pin: 12_000 } as const;

/** The results for each row; no more than one row with its readings is in memory. */
function mapRows<T>(entity: EntityType, convert: (row: ImportRow) => T, now = endOfToday): T[] {
  const results: T[] = [];
  for (const row of demoImportRows(entity, now)) results.push(convert(row));
  return results;
}
/** Counts in every reading, at most one a day. */
const isWhole = (entity: EntityType, points: ImportRow['points']) =>
  points.every(
    ({ at, counts }, index) =>
      at - (points[index - 1]?.at ?? -Infinity) >= MINUTES_PER_DAY &&
      counts.length === countsOf[entity].length &&
      counts.every((count) => (count ?? -1) >= 0),
  );
const rows = perEntity((entity) =>
  mapRows(entity, ({ points, ...row }) => ({
    ...row,
    readings: points.length,
    newestAt: points.at(-1)?.at ?? null,
    isWhole: isWhole(entity, points),
    hasGap: points.some(({ at }, index) => at - (points[index - 1]?.at ?? at) > 9 * MINUTES_PER_DAY),
    hasMoreRepins: entity === 'pin' && points.some(({ counts: [saves, repins] }) => Number(saves) < Number(repins)),
  })),
);
type Row = (typeof rows)[EntityType][number];
const idsWhere = (entity: EntityType, matches: (row: Row) => boolean) => rows[entity].flatMap((row) => (matches(row) ? row._id : []));

const pictures = JSON.parse(readDemoFile('pictures.json').toString()) as Record<EntityType, Record<string, number>> & {
  drawings: string[];
};

describe('the data of the demo', () => {
  it.each(entityTypes)('has every %s once, with counts in every reading, at most one a day', (entity) => {
    expect([rows[entity].length, new Set(rows[entity].map(({ _id }) => _id)).size]).toEqual([sizes[entity], sizes[entity]]);
    expect(idsWhere(entity, (row) => !row.isWhole)).toEqual([]);
    expect(idsWhere(entity, ({ newestAt, last_crawled_at: last }) => newestAt !== (last && last / MINUTE_MS))).toEqual([]);
  });

  it.each(entityTypes)('has a %s that was never crawled, one with gaps, and one that is gone and was not crawled for months', (entity) => {
    const gone = rows[entity].filter(({ fields }) => fields['searchable'] === false);
    expect(gone.length).toBeGreaterThan(0.008 * sizes[entity]);
    expect(gone.every(({ last_crawled_at: last }) => (last ?? 0) < (NEWEST_DAY - 90) * DAY_MS)).toBe(true);
    expect(rows[entity].filter(({ readings }) => readings === 0).length).toBeGreaterThan(0.008 * sizes[entity]);
    expect(idsWhere(entity, (row) => row.hasGap).length).toBeGreaterThan(0.05 * sizes[entity]);
  });

  it.each(entityTypes)('has a %s reading of today, and none that is later than now', (entity) => {
    expect(Math.floor(Math.max(...rows[entity].map(({ newestAt }) => newestAt ?? 0)) / MINUTES_PER_DAY)).toBe(NEWEST_DAY);
    const early = mapRows(entity, ({ points }) => points.at(-1)?.at ?? 0, new Date(EARLY_MINUTE * MINUTE_MS));
    expect(Math.max(...early)).toBe(EARLY_MINUTE);
  });

  it('puts every pin on an older board of the same owner, and every board on an older owner', () => {
    const boards = new Map(rows.board.map((row) => [row._id, row.fields]));
    const pinners = new Map(rows.pinner.map((row) => [row._id, row.fields]));
    const isYounger = (one: ImportRow['fields'], other: ImportRow['fields'] | undefined) =>
      one['created_at'] === null || Number(one['created_at']) >= Number(other?.['created_at'] ?? Infinity);
    const wrongPins = idsWhere('pin', ({ fields }) => {
      const board = boards.get(String(fields['board_id']));
      return board?.['pinner_id'] !== fields['pinner_id'] || !isYounger(fields, board);
    });
    const wrongBoards = idsWhere('board', ({ fields }) => {
      const owner = pinners.get(String(fields['pinner_id']));
      return owner?.['username'] !== fields['pinner_username'] || !isYounger(fields, owner);
    });
    expect([wrongPins, wrongBoards]).toEqual([[], []]);
  });

  it('never has more repins than saves', () => {
    expect(idsWhere('pin', (row) => row.hasMoreRepins)).toEqual([]);
  });

  it.each(entityTypes)('has a picture of every %s with the address of one, and of no other', (entity) => {
    const paths = rows[entity].flatMap(({ fields }) => fields['image_url'] ?? []);
    expect(new Set(paths)).toEqual(new Set(Object.keys(pictures[entity]).map((id) => `/demo/pictures/${entity}/${id}.svg`)));
    expect(Object.values(pictures[entity]).filter((number) => pictures.drawings[number] === undefined)).toEqual([]);
  });

  it('has pictures without scripts, links, or styles', () => {
    const drawing = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 200 [23]00" .*<\/svg>$/;
    const faults = pictures.drawings.flatMap((svg, number) =>
      !drawing.test(svg) || /script|href| style=| on\w+=|NaN/.test(svg) ? number : [],
    );
    expect(faults).toEqual([]);
  });
});
