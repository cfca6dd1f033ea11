import type { Owner } from '#domain/catalog/list-contract';
import type { Variant } from '#domain/catalog/variants';

/** The nouns of each list on screen. */
export const variantNouns = {
  boards: { one: 'board', many: 'boards', title: 'Board' },
  pinners: { one: 'influencer', many: 'influencers', title: 'Influencer' },
  pins: { one: 'pin', many: 'pins', title: 'Pin' },
} as const satisfies Record<Variant, object>;

/** The name of an entity on screen: its name, else its user name, else its id. */
export const displayName = (entity: { readonly _id: string; readonly name: string | null; readonly username?: string | null }): string =>
  entity.name ?? entity.username ?? entity._id;

/** `@mira_makes`; null without a user name. */
export const formatUsername = (username: string | null): string | null => (username === null ? null : `@${username}`);

/** `@mira_makes`; null for an unknown owner. */
export const formatOwner = (owner: Owner): string | null => formatUsername(owner.username);
