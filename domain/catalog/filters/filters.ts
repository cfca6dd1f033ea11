import type { Filter, FilterKind, FilterValueOf } from '#domain/catalog/filters/filter-kinds';
import { scriptNames } from '#domain/catalog/filters/scripts';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';
import { MAX_CHECKS } from '#domain/catalog/rows/checks';
import { type EntityType, entityOf, type Variant } from '#domain/catalog/variants';

/** The largest count that can be stored and filtered by. */
const MAX_COUNT = 2_147_483_647;
/** Far beyond any growth: a count that rises from 1 to a hundred thousand. */
const MAX_GROWTH_PERCENT = 10_000_000;

/** Any count, from 0. */
export const countRange = { kind: 'range', min: 0, max: MAX_COUNT, decimals: 0 } as const;
const growth = { kind: 'range', min: -100, max: MAX_GROWTH_PERCENT, decimals: 1, description: 'Percent over 90 days.' } as const;
const days = { kind: 'days', windows: [7, 30, 90] } as const;
const topic = { kind: 'set', reads: 'topics', label: 'Topics', free: true } as const;
const owner = { kind: 'id', reads: 'pinner_id', label: 'Owner', description: 'The `_id` of a pinner.' } as const;

const ofEveryEntity = {
  script: {
    kind: 'set',
    reads: 'script',
    values: scriptNames,
    label: 'Language and script',
    description: 'The script of the first letter of the name, else of the description (of an influencer, the username).',
    free: true,
  },
  updated: {
    ...days,
    reads: 'last_crawled_at',
    label: 'Any data updated',
    description: 'When anything about it was last read.',
    free: true,
  },
  checks: {
    ...countRange,
    reads: 'checks_passed',
    max: MAX_CHECKS,
    label: 'Checks passed',
    description: 'How many checks of the verdict passed.',
  },
  momentum: {
    kind: 'range',
    reads: 'momentum_score',
    min: 0,
    max: 100,
    decimals: 1,
    label: 'Momentum',
    description: 'The score of `metric` over `period`.',
  },
} as const;

const read = <const C extends string>(reads: C) =>
  ({
    ...days,
    reads,
    isOfOrder: true,
    label: 'Count last seen',
    description: 'When the count that the list is ordered by was last read, else its main count (followers, saves of pins).',
    free: true,
    anyText: 'any',
  }) as const;

const steadyGrowth = <const C extends string>(gain: C) =>
  ({
    kind: 'flag',
    has: { gain, share: 'jump_share', max: MAX_STEADY_SHARE },
    label: 'Steady growth',
    description: 'A gain over 90 days that is known not to be "One jump" (`jump_share`).',
  }) as const;

/**
 * Every filter of the lists, by the name that it has in addresses and in the API. Parsing, permissions, schemas, SQL, cache keys, and
 * documentation are derived from this table.
 */
export const filters = {
  board: {
    followers: { ...countRange, reads: 'follower_count', label: 'Followers' },
    collaborators: { ...countRange, reads: 'collaborator_count', label: 'Collaborators', free: '1..', anyText: '0..' },
    pins: { ...countRange, reads: 'pin_count', label: 'Pins' },
    active: { ...days, reads: 'board_order_modified_at', label: 'Last activity' },
    growth: { ...growth, reads: 'follower_growth_last_90_days', label: 'Growth' },
    topic,
    owner,
    ...ofEveryEntity,
    read: read('followers_read_on'),
    steady: steadyGrowth('follower_growth_last_90_days'),
  },
  pinner: {
    followers: { ...countRange, reads: 'follower_count', label: 'Followers' },
    viewers: { ...countRange, reads: 'profile_views', label: 'Monthly viewers' },
    growth: { ...growth, reads: 'follower_growth_last_90_days', label: 'Growth' },
    website: { kind: 'flag', has: { texts: ['website_url', 'domain_url'] }, label: 'Website', free: true },
    topic,
    ...ofEveryEntity,
    read: read('followers_read_on'),
    steady: steadyGrowth('follower_growth_last_90_days'),
  },
  pin: {
    saves: { ...countRange, reads: 'saves', label: 'Saves' },
    repins: { ...countRange, reads: 'repin_count', label: 'Repins' },
    created: { ...days, windows: [7, 30, 90, 365], acceptsDays: true, reads: 'created_at', label: 'Date created' },
    growth: { ...growth, reads: 'saves_growth_last_90_days', label: 'Growth' },
    domain: { kind: 'set', reads: 'domain', label: 'Linked site' },
    topic,
    board: { kind: 'id', reads: 'board_id', label: 'Board', description: 'The `_id` of a board.' },
    owner,
    picture: { kind: 'flag', has: { texts: ['image_url'] }, label: 'Picture', free: true },
    ...ofEveryEntity,
    read: read('saves_read_on'),
    steady: steadyGrowth('saves_growth_last_90_days'),
  },
} as const satisfies Record<EntityType, Readonly<Record<string, Filter>>>;

type Filters = typeof filters;
export type FilterName = { [E in EntityType]: keyof Filters[E] & string }[EntityType];

type KindOfFilter<N extends FilterName> = {
  [E in EntityType]: N extends keyof Filters[E] ? (Filters[E][N] extends { readonly kind: infer K extends FilterKind } ? K : never) : never;
}[EntityType];

/** The filters of a search, by name. */
export type FilterValues = { readonly [N in FilterName]?: FilterValueOf[KindOfFilter<N>] | undefined };

// Once, because each request for a list reads them several times.
const filtersByEntity = new Map(Object.entries(filters).map(([entity, table]) => [entity, Object.entries<Filter>(table)]));

/** The filters of a list with their names, in the order of the table. */
export const filtersOf = (variant: Variant): readonly (readonly [FilterName, Filter])[] =>
  (filtersByEntity.get(entityOf[variant]) ?? []) as [FilterName, Filter][];

/** The filter of a list with a name; undefined for a name that only other lists have. */
export const filterNamed = (variant: Variant, name: FilterName): Filter | undefined =>
  filtersOf(variant).find(([one]) => one === name)?.[1];
