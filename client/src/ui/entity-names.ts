import type { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import type { Variant } from '#domain/catalog/variants';

/** The nouns of each list on screen. */
export const variantNouns = {
  boards: { one: 'board', many: 'boards', title: 'Board' },
  pinners: { one: 'influencer', many: 'influencers', title: 'Influencer' },
  pins: { one: 'pin', many: 'pins', title: 'Pin' },
} as const satisfies Record<Variant, object>;

interface NamedEntity {
  readonly _id: string;
  readonly name: string | null;
  readonly username?: string | null;
}

/** The name of an entity, else its user name; null without both. */
export const nameOrUsername = ({ name, username = null }: NamedEntity): string | null => name ?? username;

/** The name of an entity on screen: its name, else its user name, else its id. */
export const displayName = (entity: NamedEntity): string => nameOrUsername(entity) ?? entity._id;

/** `@mira_makes`; null without a user name. */
export const formatUsername = (username: string | null): string | null => (username === null ? null : `@${username}`);

/** The user name shown with a row: of its owner, or of the influencer if it is not the display name. */
export const rowUsername = (row: BoardRow | PinnerRow | PinRow): string | null =>
  'pinner' in row ? formatUsername(row.pinner.username) : row.name === null ? null : formatUsername(row.username);
