import type { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import type { ListRow, StoredEntity } from '#domain/catalog/catalog';
import type { Variant } from '#domain/catalog/variants';

/** A row as it is stored: owner flat, times as dates. */
export type StoredRow = Record<string, unknown> & { readonly _id: string };

const toIso = (value: unknown): string | null => (value instanceof Date ? value.toISOString() : null);
const momentumField = (row: StoredRow) => ('momentum_score' in row ? { momentum_score: row['momentum_score'] as number | null } : {});
const ownerField = (row: StoredRow) => ({ _id: row['pinner_id'] as string | null, username: row['pinner_username'] as string | null });

/** The travelling form of a list row, field by named field: a new column stays private until it is listed here. */
const listRowBuilders: { readonly [V in Variant]: (row: StoredRow) => ListRow[V] } = {
  boards: (row): BoardRow => ({
    _id: row._id,
    name: row['name'] as string | null,
    image_url: row['image_url'] as string | null,
    url: row['url'] as string | null,
    pinner: ownerField(row),
    follower_count: row['follower_count'] as number | null,
    collaborator_count: row['collaborator_count'] as number | null,
    pin_count: row['pin_count'] as number | null,
    follower_growth_last_90_days: row['follower_growth_last_90_days'] as number | null,
    collaborator_growth_last_90_days: row['collaborator_growth_last_90_days'] as number | null,
    board_order_modified_at: toIso(row['board_order_modified_at']),
    created_at: toIso(row['created_at']),
    ...momentumField(row),
  }),
  pinners: (row): PinnerRow => ({
    _id: row._id,
    username: row['username'] as string | null,
    name: row['name'] as string | null,
    image_url: row['image_url'] as string | null,
    url: row['url'] as string | null,
    follower_count: row['follower_count'] as number | null,
    profile_views: row['profile_views'] as number | null,
    follower_growth_last_90_days: row['follower_growth_last_90_days'] as number | null,
    viewer_growth_last_90_days: row['viewer_growth_last_90_days'] as number | null,
    created_at: toIso(row['created_at']),
    ...momentumField(row),
  }),
  pins: (row): PinRow => ({
    _id: row._id,
    name: row['name'] as string | null,
    image_url: row['image_url'] as string | null,
    url: row['url'] as string | null,
    pinner: ownerField(row),
    saves: row['saves'] as number | null,
    repin_count: row['repin_count'] as number | null,
    saves_growth_last_90_days: row['saves_growth_last_90_days'] as number | null,
    created_at: toIso(row['created_at']),
    ...momentumField(row),
  }),
};

export const toListRow = <V extends Variant>(variant: V, row: StoredRow): ListRow[V] => listRowBuilders[variant](row);

export const toBoardRow = (stored: StoredEntity): BoardRow => listRowBuilders.boards({ ...stored.fields, _id: stored._id });
export const toPinnerRow = (stored: StoredEntity): PinnerRow => listRowBuilders.pinners({ ...stored.fields, _id: stored._id });
export const toPinRow = (stored: StoredEntity): PinRow => listRowBuilders.pins({ ...stored.fields, _id: stored._id });
