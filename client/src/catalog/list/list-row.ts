import type { BoardRow, Owner, PinRow, PinnerRow } from '#domain/catalog/list-contract';
import type { ListRow } from '#domain/catalog/catalog';
import { entityOf, type EntityType, MOMENTUM_ORDER, type OrderBy, type Variant } from '#domain/catalog/variants';
import { percentLabel } from '#domain/numbers';
import { formatDate } from '../../ui/format';

/** How people call the things of a list. */
export const variantNouns = {
  boards: { one: 'board', many: 'boards', title: 'Board' },
  pinners: { one: 'influencer', many: 'influencers', title: 'Influencer' },
  pins: { one: 'pin', many: 'pins', title: 'Pin' },
} as const satisfies Record<Variant, object>;

/** A number column of a list; its values are those it can be ordered by. */
export interface NumberColumn {
  readonly name: string;
  /** The same where room is scarce. */
  readonly shortName: string;
  readonly order: OrderBy & ('follower_count' | 'collaborator_count' | 'profile_views' | 'repin_count' | 'saves');
}

/** The two number columns of each list. */
export const numberColumns = {
  boards: [
    { name: 'Followers', shortName: 'Foll.', order: 'follower_count' },
    { name: 'Collaborators', shortName: 'Collab.', order: 'collaborator_count' },
  ],
  pinners: [
    { name: 'Followers', shortName: 'Foll.', order: 'follower_count' },
    { name: 'Monthly Viewers', shortName: 'Viewers', order: 'profile_views' },
  ],
  pins: [
    { name: 'Repins', shortName: 'Repins', order: 'repin_count' },
    { name: 'Saves', shortName: 'Saves', order: 'saves' },
  ],
} as const satisfies Record<Variant, readonly NumberColumn[]>;

type AnyRow = BoardRow | PinnerRow | PinRow;

/** A row as every list shows it. */
export interface TableRow {
  readonly id: string;
  readonly entity: EntityType;
  /** What stands in the title cell; the id when there is no name. */
  readonly title: string;
  /** The name alone, for the tile; null when there is none. */
  readonly name: string | null;
  readonly image: string | null;
  readonly owner: string | null;
  readonly counts: readonly [number | null, number | null];
  /** The value the list is ordered by, when no column shows it. */
  readonly note: string | null;
}

/** How an entity is called on screen: by its name, else its user name, else its id. */
export const displayName = (named: { readonly _id: string; readonly name: string | null; readonly username?: string | null }): string =>
  named.name ?? named.username ?? named._id;

const rowOwner = (row: AnyRow): string | null =>
  'pinner' in row ? formatOwner(row.pinner) : row.name === null ? null : formatUsername(row.username);

const formatUsername = (username: string | null): string | null => (username === null ? null : `@${username}`);

/** `@mira_makes`, or null when nobody is known. */
export const formatOwner = (owner: Owner): string | null => formatUsername(owner.username);

function orderNote(row: AnyRow, order: OrderBy): string | null {
  const value = (row as unknown as Record<string, number | string | null | undefined>)[order];
  if (order === MOMENTUM_ORDER) return typeof value === 'number' ? `Momentum ${value.toFixed(1)}` : 'No momentum score';
  if (order.endsWith('_growth_last_90_days')) return typeof value === 'number' ? `${percentLabel(value)}, 90 days` : 'Growth unknown';
  if (order === 'created_at') return typeof value === 'string' ? `Created ${formatDate(value)}` : null;
  if (order === 'board_order_modified_at') return typeof value === 'string' ? `Changed ${formatDate(value)}` : null;
  return null;
}

/** A row of any list in the one shape that the table draws. */
export function toTableRow<V extends Variant>(variant: V, row: ListRow[V], order: OrderBy): TableRow {
  const entity = entityOf[variant];
  const anyRow: AnyRow = row;
  const countOf = (column: NumberColumn) => (row as unknown as Record<string, number | null | undefined>)[column.order] ?? null;
  const [first, second] = numberColumns[variant];
  const name = anyRow.name ?? ('username' in anyRow ? anyRow.username : null);
  return {
    id: anyRow._id,
    entity,
    title: displayName(anyRow),
    name,
    image: anyRow.image_url,
    owner: rowOwner(anyRow),
    counts: [countOf(first), countOf(second)],
    note: orderNote(anyRow, order),
  };
}

/** A score as a word of the home lists; `–` without one. */
export const formatScore = (score: number | null | undefined): string => (typeof score === 'number' ? score.toFixed(1) : '–');
