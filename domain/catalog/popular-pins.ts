import type { CatalogSearch } from '#domain/catalog/contract';
import type { PopularPin } from '#domain/catalog/detail-contract';
import type { PinRow } from '#domain/catalog/list-contract';
import { isOneJump } from '#domain/catalog/momentum';
import { pictureOf } from '#domain/catalog/picture';
import { MOMENTUM_ORDER } from '#domain/catalog/variants';

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

/** The pins of the wall among the rows of its search: those that grow and whose picture browsers may load, without their scores. */
export const pickPopularPins = (rows: readonly PinRow[], imageHosts: readonly string[]): PopularPin[] =>
  rows
    .filter(({ momentum_score: score, image_url: image }) => (score ?? 0) > 0 && pictureOf(image, imageHosts) !== null)
    .slice(0, MAX_POPULAR_PINS)
    .map(({ _id, title, image_url, saves, saves_growth_last_90_days }) => ({ _id, title, image_url, saves, saves_growth_last_90_days }));

/** The pins that a dashboard shows of the topics that its user chose. */
const MAX_RISING_PINS = 5;

/** The search for rising pins: those with one of the topics (as the `topic` filter writes them) whose saves grew most. */
export const risingPinsSearch = (topics: string) =>
  ({ topic: topics, order_by: 'saves_growth_last_90_days', per_page: 2 * MAX_RISING_PINS }) as const;

/** The rising pins among the rows of their search: those that grow, without "One jump". */
export const pickRisingPins = (rows: readonly PinRow[]): readonly PinRow[] =>
  rows
    .filter(({ saves_growth_last_90_days: growth, jump_share: jumpShare }) => (growth ?? 0) > 0 && !isOneJump(jumpShare))
    .slice(0, MAX_RISING_PINS);
