import type { CatalogSearch } from '#domain/catalog/contract';
import type { PopularPin } from '#domain/catalog/detail-contract';
import type { PinRow } from '#domain/catalog/list-contract';
import { isOneJump } from '#domain/catalog/momentum';
import { pictureOf } from '#domain/catalog/picture';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';

/** The pins on the wall of the home page. */
export const MAX_POPULAR_PINS = 10;

/**
 * The search for the wall: the fastest-growing pins with a picture and no "One jump". It asks for more than the wall shows, because some
 * pictures cannot be loaded.
 */
export const popularPinsSearch: CatalogSearch = {
  order_by: MOMENTUM_ORDER,
  sort: 'desc',
  page: 1,
  per_page: 3 * MAX_POPULAR_PINS,
  picture: true,
  steady: true,
};

/** The search for the wall where no pin is known to grow, as in a catalog without saves: the most repinned pins with a picture. */
export const mostRepinnedSearch: CatalogSearch = {
  order_by: 'repin_count',
  sort: 'desc',
  page: 1,
  per_page: 3 * MAX_POPULAR_PINS,
  picture: true,
};

/** The pins of the wall among the rows of its search: those that grow and whose picture browsers may load, without their scores. */
export const pickPopularPins = (rows: readonly PinRow[], imageHosts: readonly string[]): PopularPin[] =>
  pickWall(
    rows.filter(({ momentum_score: score }) => (score ?? 0) > 0),
    imageHosts,
  );

/** The pins of the wall among the most repinned ones: those with repins and a picture that browsers may load. */
export const pickMostRepinned = (rows: readonly PinRow[], imageHosts: readonly string[]): PopularPin[] =>
  pickWall(
    rows.filter(({ repin_count: repins }) => (repins ?? 0) > 0),
    imageHosts,
  );

const pickWall = (rows: readonly PinRow[], imageHosts: readonly string[]): PopularPin[] =>
  rows
    .filter(({ image_url: image }) => pictureOf(image, imageHosts) !== null)
    .slice(0, MAX_POPULAR_PINS)
    .map(({ _id, title, image_url, saves, repin_count, saves_growth_last_90_days, saves_read_on }) => ({
      _id,
      title,
      image_url,
      saves,
      repin_count,
      saves_growth_last_90_days,
      saves_read_on,
    }));

/** The rising pins that are shown of the topics that a user chose. */
const MAX_RISING_PINS = 10;

/** A gain of fewer saves is not shown by its percent: from 1 to 2 is 100 %. */
const MIN_RISING_SAVES = 10;

/**
 * The search for rising pins: those with one of the topics and a picture, by momentum for viewers who may see it, else by the growth of
 * their saves. It asks for more than is shown, because what jumped and what gained little is left out.
 */
export const risingPinsSearch = (topics: readonly string[], hasMomentum: boolean): CatalogSearch => ({
  order_by: hasMomentum ? MOMENTUM_ORDER : 'saves_growth_last_90_days',
  sort: 'desc',
  page: 1,
  per_page: 10 * MAX_RISING_PINS,
  topic: topics,
  picture: true,
  saves: { min: MIN_RISING_SAVES, max: null },
});

/** The search for pins of the topics where none is known to rise, as in a catalog without saves. */
export const topicPinsSearch = (topics: readonly string[]): CatalogSearch => ({
  ...mostRepinnedSearch,
  per_page: MAX_RISING_PINS,
  topic: topics,
});

/** The saves that a pin gained in 90 days, from its growth; 0 if one of them is unknown. */
function gainedSaves({ saves, saves_growth_last_90_days: growth }: PinRow): number {
  return saves === null || growth === null ? 0 : saves - saves / (1 + growth / 100);
}

/** The rising pins among the rows of their search: those that grow, without "One jump"; without momentum, also without small gains. */
export const pickRisingPins = (rows: readonly PinRow[], hasMomentum: boolean): readonly PinRow[] =>
  rows
    .filter(
      (row) =>
        (row.saves_growth_last_90_days ?? 0) > 0 &&
        !isOneJump(row.jump_share) &&
        (hasMomentum || Math.round(gainedSaves(row)) >= MIN_RISING_SAVES),
    )
    .slice(0, MAX_RISING_PINS);
