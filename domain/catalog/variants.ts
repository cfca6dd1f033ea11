/** The three kinds of things in the catalogue, as the API names their lists. */
export const variants = ['boards', 'pinners', 'pins'] as const;
export type Variant = (typeof variants)[number];

/** The same three, one at a time. */
export const entityTypes = ['board', 'pinner', 'pin'] as const;
export type EntityType = (typeof entityTypes)[number];

export const entityOf = { boards: 'board', pinners: 'pinner', pins: 'pin' } as const satisfies Record<Variant, EntityType>;
export const variantOf = { board: 'boards', pinner: 'pinners', pin: 'pins' } as const satisfies Record<EntityType, Variant>;

export interface Ordering {
  /** As people read it. */
  readonly name: string;
  /** As it travels and as its column is called. */
  readonly value: string;
}

/** What a list can be ordered by, in the order of the spec. */
export const orderings = {
  boards: [
    { name: 'Followers', value: 'follower_count' },
    { name: 'Follower growth (90 days)', value: 'follower_growth_last_90_days' },
    { name: 'Collaborators', value: 'collaborator_count' },
    { name: 'Collaborator growth (90 days)', value: 'collaborator_growth_last_90_days' },
    { name: 'Last change', value: 'board_order_modified_at' },
    { name: 'Date created', value: 'created_at' },
  ],
  pinners: [
    { name: 'Followers', value: 'follower_count' },
    { name: 'Monthly viewers', value: 'profile_views' },
    { name: 'Follower growth (90 days)', value: 'follower_growth_last_90_days' },
    { name: 'Viewer growth (90 days)', value: 'viewer_growth_last_90_days' },
    { name: 'Date created', value: 'created_at' },
  ],
  pins: [
    { name: 'Saves', value: 'saves' },
    { name: 'Repins', value: 'repin_count' },
    { name: 'Save growth (90 days)', value: 'saves_growth_last_90_days' },
    { name: 'Date created', value: 'created_at' },
  ],
} as const satisfies Record<Variant, readonly Ordering[]>;

/** The further ordering of Premium and of the home lists: by the momentum of `metric` over `period`. */
export const MOMENTUM_ORDER = 'momentum_score';

export type OrderBy = (typeof orderings)[Variant][number]['value'] | typeof MOMENTUM_ORDER;

export const defaultOrder = {
  boards: 'follower_growth_last_90_days',
  pinners: 'follower_count',
  pins: 'saves',
} as const satisfies Record<Variant, OrderBy>;

export const sorts = ['desc', 'asc'] as const;
export type Sort = (typeof sorts)[number];
export const DEFAULT_SORT: Sort = 'desc';
export const sortNames = { desc: 'Highest First', asc: 'Lowest First' } as const satisfies Record<Sort, string>;

export const DEFAULT_PER_PAGE = 10;
export const MAX_PER_PAGE = 100;

/** Does a list of this variant know this ordering? */
export const isOrderOf = (variant: Variant, value: string): boolean =>
  value === MOMENTUM_ORDER || orderings[variant].some((ordering) => ordering.value === value);
