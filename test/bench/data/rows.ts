import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { occurrenceIn } from '#domain/catalog/keywords/best-match';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Cell } from '#server/database/copy/text-copy';
import { SeededRandom } from '#server/demo/seeded-random';
import { pinTextMaker } from './pin-texts.js';
import { crawlMinutes, randomSeries, LAST_DAY } from './random-series.js';
import { drawWords } from './vocabulary.js';

const DAY_MS = 86_400_000;
const CATALOG_TIME = new Date((LAST_DAY + 1) * DAY_MS);
/** One row in this many has a year of history. */
export const LONG_SERIES_INTERVAL = 100;

export const entityId = (entity: EntityType, index: number): string =>
  String(4_000_000_000_000_000 + entityTypes.indexOf(entity) * 1_000_000_000_000_000 + index);

const seededRandom = (entity: EntityType, table: number) => new SeededRandom(1_000 * entityTypes.indexOf(entity) + table + 7);
const valueOrNull = <T>(random: SeededRandom, share: number, value: T): T | null => (random.withProbability(share) ? value : null);

export const textColumns: Readonly<Record<EntityType, readonly string[]>> = {
  board: ['name', 'description', 'url', 'image_url', 'pinner_id', 'pinner_username'],
  pinner: ['name', 'description', 'url', 'image_url', 'username', 'website_url'],
  pin: ['name', 'description', 'url', 'image_url', 'pinner_id', 'pinner_username'],
};
export const sharedColumns = ['topics', 'imported_at', 'source', 'terms', 'term_occurrences'] as const;

/** Twelve words, the first four of them the name. */
function entityTexts(words: readonly string[], random: SeededRandom) {
  const terms = drawWords(words, random, 14);
  return {
    name: terms.slice(0, 4).join(' '),
    description: valueOrNull(random, 0.8, terms.slice(4).join(' ')),
    topic: null,
    terms: new Map(terms.map((term, position) => [term, occurrenceIn(position < 4 ? 'name' : 'description', position)])),
  };
}

/** Rows of the text table: about twelve words each, in the name and the description. */
export function* textRows(entity: EntityType, size: number, words: readonly string[]): Generator<Cell[]> {
  const random = seededRandom(entity, 1);
  const makeTexts = entity === 'pin' ? pinTextMaker(words, random) : () => entityTexts(words, random);
  for (let index = 0; index < size; index++) {
    const _id = entityId(entity, index);
    const { name, description, topic, terms } = makeTexts();
    const owner = random.integerBelow(size);
    const address = `https://www.pinterest.com/${entity}/${_id}/`;
    const image = `https://i.pinimg.com/236x/${_id.slice(-6, -4)}/${_id.slice(-4, -2)}/${_id}.jpg`;
    const last =
      entity === 'pinner'
        ? [`${name.split(' ')[0]}${index}`, valueOrNull(random, 0.3, address)]
        : [entityId('pinner', owner), `user${owner}`];
    yield [
      _id,
      name,
      description,
      address,
      image,
      ...last,
      topic === null ? [] : [topic],
      CATALOG_TIME,
      'bench',
      [...terms.keys()],
      [...terms.values()],
    ];
  }
}

const typicalCounts: Readonly<Record<EntityType, readonly [median: number, spread: number][]>> = {
  board: [[900, 2.2], [2, 1.1], [180, 1.6]], // prettier-ignore
  pinner: [[1_200, 2.3], [40_000, 2.4]], // prettier-ignore
  pin: [[60, 2.4], [20, 2.2]], // prettier-ignore
};

/** Current counts of an entity, the same in its metrics and at the end of its series. */
function currentCounts(entity: EntityType, index: number): (number | null)[] {
  const random = new SeededRandom(index * 3 + entityTypes.indexOf(entity));
  return typicalCounts[entity].map(([median, spread]) =>
    valueOrNull(random, 0.97, Math.min(2_000_000_000, random.logNormal(median, spread))),
  );
}

export const metricColumns: Readonly<Record<EntityType, readonly string[]>> = {
  board: [
    ...countsOf.board,
    'follower_growth_last_90_days',
    'collaborator_growth_last_90_days',
    'board_order_modified_at',
    'created_at',
    'last_crawled_at',
  ],
  pinner: [...countsOf.pinner, 'follower_growth_last_90_days', 'viewer_growth_last_90_days', 'created_at', 'last_crawled_at'],
  pin: [...countsOf.pin, 'saves_growth_last_90_days', 'created_at', 'last_crawled_at'],
};

/** Rows of the metrics table, which lists are sorted by. */
export function* metricRows(entity: EntityType, size: number): Generator<Cell[]> {
  const random = seededRandom(entity, 2);
  const growth = () => valueOrNull(random, 0.9, Math.round(1e4 * 12 * random.normal()) / 1e4);
  const time = () => valueOrNull(random, 0.95, new Date(CATALOG_TIME.getTime() - random.nextFraction() * 2_500 * DAY_MS));
  for (let index = 0; index < size; index++) {
    const own = { board: [growth(), growth(), time(), time()], pinner: [growth(), growth(), time()], pin: [growth(), time()] }[entity];
    yield [entityId(entity, index), ...currentCounts(entity, index), ...own, CATALOG_TIME];
  }
}

/** Series: a year of daily crawls for one row in a hundred, and a month for every other board. */
export function* seriesRows(entity: EntityType, size: number): Generator<Cell[]> {
  const random = seededRandom(entity, 3);
  for (let index = 0; index < size; index++) {
    const points = index % LONG_SERIES_INTERVAL === 0 ? 365 : 30;
    if (points === 30 && entity !== 'board') continue;
    yield [entityId(entity, index), crawlMinutes[points], ...currentCounts(entity, index).map((now) => randomSeries(random, now, points))];
  }
}

export const scoreColumns = ['_id', 'growth', 'score', 'raw', 'confidence', 'flags', 'rank', 'previous_rank'] as const;

/** Rows of scores as a recompute would leave them; one in ten has none. */
export function* scoreRows(entity: EntityType, size: number): Generator<Cell[]> {
  const random = seededRandom(entity, 4);
  const columnCount = scoreColumnCount(entity);
  const zeros = Array.from({ length: columnCount }, () => 0);
  const filled = (value: () => number) => zeros.map(value);
  for (let index = 0; index < size; index++) {
    if (random.withProbability(0.1)) continue;
    const raw = filled(() => Math.round(1e6 * (0.02 + 0.05 * random.normal())) / 1e6);
    const score = raw.map((pace) => Math.round(1_000 * (1 - 2 ** (-Math.max(0, pace) / 0.0953))) / 10);
    const ranks = filled(() => 1 + random.integerBelow(size));
    yield [entityId(entity, index), raw.map((pace) => Math.round(pace * 3e4) / 100), score, raw, zeros, zeros, ranks, ranks];
  }
}
