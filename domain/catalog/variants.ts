/** The three lists of the catalog. */
export const variants = ['boards', 'pinners', 'pins'] as const;
export type Variant = (typeof variants)[number];

/** The three kinds of entities in these lists. */
export const entityTypes = ['board', 'pinner', 'pin'] as const;
export type EntityType = (typeof entityTypes)[number];

/** A value for each type of entity. */
export const perEntity = <T>(valueOf: (entity: EntityType) => T): Readonly<Record<EntityType, T>> => ({
  board: valueOf('board'),
  pinner: valueOf('pinner'),
  pin: valueOf('pin'),
});

/** A value for each list. */
export const perVariant = <T>(valueOf: (variant: Variant) => T): Readonly<Record<Variant, T>> => ({
  boards: valueOf('boards'),
  pinners: valueOf('pinners'),
  pins: valueOf('pins'),
});

/** The longest id of an entity, in characters. */
export const MAX_ID_LENGTH = 300;

export const entityOf = { boards: 'board', pinners: 'pinner', pins: 'pin' } as const satisfies Record<Variant, EntityType>;
export type EntityOf<V extends Variant> = (typeof entityOf)[V];
export const variantOf = { board: 'boards', pinner: 'pinners', pin: 'pins' } as const satisfies Record<EntityType, Variant>;

/** How many characters the keywords of a search may have. */
export const MAX_QUERY_LENGTH = 100;

export const DEFAULT_PER_PAGE = 10;
export const MAX_PER_PAGE = 100;

/** How many rows of a list an export has: about what a spreadsheet can open (1,048,576). */
export const MAX_EXPORT_ROWS = 1_000_000;

/** The nouns of each list on screen. */
export const variantNouns = {
  boards: { one: 'board', many: 'boards', title: 'Board' },
  pinners: { one: 'influencer', many: 'influencers', title: 'Influencer' },
  pins: { one: 'pin', many: 'pins', title: 'Pin' },
} as const satisfies Record<Variant, object>;
