import type { BoardRow } from '#domain/catalog/board';
import type { RowOf } from '#domain/catalog/catalog';
import type { Owner } from '#domain/catalog/entity';
import type { PinRow } from '#domain/catalog/pin';
import type { PinnerRow } from '#domain/catalog/pinner';
import { entityOf, type EntityType, MOMENTUM_ORDER, type OrderBy, type Variant } from '#domain/catalog/variants';
import { percentLabel } from '#domain/numbers';
import { dateName } from '../ui/words';

/** How people call the things of a list. */
export const nouns = {
  boards: { one: 'board', many: 'boards', title: 'Board' },
  pinners: { one: 'influencer', many: 'influencers', title: 'Influencer' },
  pins: { one: 'pin', many: 'pins', title: 'Pin' },
} as const satisfies Record<Variant, object>;

/** A number column of a list; its values are those it can be ordered by. */
export interface Column {
  readonly name: string;
  /** The same where room is scarce. */
  readonly short: string;
  readonly order: OrderBy & ('follower_count' | 'collaborator_count' | 'profile_views' | 'repin_count' | 'saves');
}

/** The two number columns of each list. */
export const columns = {
  boards: [
    { name: 'Followers', short: 'Foll.', order: 'follower_count' },
    { name: 'Collaborators', short: 'Collab.', order: 'collaborator_count' },
  ],
  pinners: [
    { name: 'Followers', short: 'Foll.', order: 'follower_count' },
    { name: 'Monthly Viewers', short: 'Viewers', order: 'profile_views' },
  ],
  pins: [
    { name: 'Repins', short: 'Repins', order: 'repin_count' },
    { name: 'Saves', short: 'Saves', order: 'saves' },
  ],
} as const satisfies Record<Variant, readonly Column[]>;

type AnyRow = BoardRow | PinnerRow | PinRow;

/** A row as every list shows it. */
export interface ShownRow {
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
export const titleOf = (named: { readonly _id: string; readonly name: string | null; readonly username?: string | null }): string =>
  named.name ?? named.username ?? named._id;

const ownerOf = (row: AnyRow): string | null => ('pinner' in row ? ownerName(row.pinner) : row.name === null ? null : at(row.username));

const at = (username: string | null): string | null => (username === null ? null : `@${username}`);

/** `@mira_makes`, or null when nobody is known. */
export const ownerName = (owner: Owner): string | null => at(owner.username);

function noteOf(row: AnyRow, order: OrderBy): string | null {
  const value = (row as unknown as Record<string, number | string | null | undefined>)[order];
  if (order === MOMENTUM_ORDER) return typeof value === 'number' ? `Momentum ${value.toFixed(1)}` : 'No momentum score';
  if (order.endsWith('_growth_last_90_days')) return typeof value === 'number' ? `${percentLabel(value)}, 90 days` : 'Growth unknown';
  if (order === 'created_at') return typeof value === 'string' ? `Created ${dateName(value)}` : null;
  if (order === 'board_order_modified_at') return typeof value === 'string' ? `Changed ${dateName(value)}` : null;
  return null;
}

/** A row of any list in the one shape that the table draws. */
export function shownRow<V extends Variant>(variant: V, row: RowOf[V], order: OrderBy): ShownRow {
  const entity = entityOf[variant];
  const any: AnyRow = row;
  const countOf = (column: Column) => (row as unknown as Record<string, number | null | undefined>)[column.order] ?? null;
  const [first, second] = columns[variant];
  const name = any.name ?? ('username' in any ? any.username : null);
  return {
    id: any._id,
    entity,
    title: titleOf(any),
    name,
    image: any.image_url,
    owner: ownerOf(any),
    counts: [countOf(first), countOf(second)],
    note: noteOf(any, order),
  };
}

/** A score as a word of the home lists; `–` without one. */
export const scoreName = (score: number | null | undefined): string => (typeof score === 'number' ? score.toFixed(1) : '–');
