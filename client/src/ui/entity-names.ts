import type { BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import { isUntitled } from '#domain/catalog/title';

/** The text whose first letter stands for an entity without a picture; null if it has no title of its own. */
export const tileText = ({ title }: { readonly title: string }): string | null => (isUntitled(title) ? null : title);

/** `@mira_makes`; null without a user name. */
export const formatUsername = (username: string | null): string | null => (username === null ? null : `@${username}`);

/** The user name shown with a row: of its owner, or of the influencer if it is not the title. */
export const rowUsername = (row: BoardRow | PinnerRow | PinRow): string | null =>
  'pinner' in row ? formatUsername(row.pinner.username) : row.name === null ? null : formatUsername(row.username);
