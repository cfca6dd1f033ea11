import { isUntitled, ownerLabel, titleWithWholeId } from '#domain/catalog/title';

/** The text whose first letter stands for an entity without a picture; null if it has no title of its own. */
export const tileText = ({ title }: { readonly title: string }): string | null => (isUntitled(title) ? null : title);

/** What the title of an entity leaves out, for its tooltip: the whole id, if the title has only the end of it. */
export function titleHint({ _id, title }: { readonly _id: string; readonly title: string }): string | undefined {
  const whole = titleWithWholeId(_id, title);
  return whole === title ? undefined : whole;
}

/** `@mira_makes`, or a display name as it is; null without either. */
export const formatUsername = (username: string | null): string | null => (username === null ? null : ownerLabel(username));

/** The user name shown with a row: of its owner, or of the influencer if it is not the title. */
export const rowUsername = (
  row: { readonly pinner: { readonly username: string | null } } | { readonly name: string | null; readonly username: string | null },
): string | null => ('pinner' in row ? formatUsername(row.pinner.username) : row.name === null ? null : formatUsername(row.username));
