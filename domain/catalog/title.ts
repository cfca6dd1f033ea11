import { cutAtWord, firstSentence, toLine } from '#domain/catalog/rows/first-sentence';
import type { EntityType } from '#domain/catalog/variants';

/** The titles of entities that have nothing to be named after. */
const untitled = {
  board: 'Untitled board',
  pinner: 'Unnamed influencer',
  pin: 'Untitled pin',
} as const satisfies Record<EntityType, string>;

/** The fields that a title is made from. */
export interface TitleSource {
  readonly _id?: string | undefined;
  readonly name: string | null;
  /** The user name of an influencer. */
  readonly username?: string | null | undefined;
  /** The user name of the owner of a board or a pin. */
  readonly pinner_username?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** Where a pin leads. */
  readonly link?: string | null | undefined;
  readonly domain?: string | null | undefined;
  /** The name of a pin's board. */
  readonly board_name?: string | null | undefined;
  /** The name of a pin's owner whose id is unknown. */
  readonly owner_name?: string | null | undefined;
}

/**
 * The title that stands for an entity wherever it is named: its name; else the user name of an influencer, or the first sentence of the
 * description of a board or a pin; else where a pin leads, its board, or the owner; else the id of an influencer or its end, or "Untitled …".
 */
export function titleOf(entity: EntityType, source: TitleSource): string {
  if (!isBlank(source.name)) return source.name;
  return fallbackTitle[entity](source) || untitled[entity];
}

/** `@mira_makes`. Sources also give display names, which are as they are: user names have no white space. */
export const ownerLabel = (username: string): string => (/\s/.test(username) ? username : `@${username}`);

const isBlank = (text: string | null | undefined): text is null | undefined => (text ?? '').trim() === '';

const fallbackTitle: Record<EntityType, (source: TitleSource) => string> = {
  board: ({ description, pinner_username: owner }) =>
    firstSentence(description ?? '') || (isBlank(owner) ? '' : `Board by ${ownerLabel(owner.trim())}`),
  pinner: (source) => nameFromId(source) ?? (source.username?.trim() || (isBlank(source._id) ? '' : endTitle(source._id))),
  pin({ description, domain, link: destination, board_name: board, pinner_username: owner, owner_name: ownerName }) {
    const sentence = firstSentence(description ?? '');
    if (sentence !== '') return sentence;
    const host = hostOf(destination) ?? hostOf(domain);
    if (host !== null) return `Pin to ${host}`;
    if (!isBlank(board)) return `Pin on ${cutAtWord(toLine(board))}`;
    if (!isBlank(owner)) return `Pin by ${ownerLabel(owner.trim())}`;
    return isBlank(ownerName) ? '' : `Pin by ${cutAtWord(toLine(ownerName))}`;
  },
};

const address = /^(?:https?:\/\/)?(?:[^/?#@\s]*@)?(?:www\.)?((?:[\p{L}\d-]+\.)+\p{L}[\p{L}\d-]+)(?:[/:?#]|$)/iu;

/** The host that a stored domain or address names, without `www.`; null if it is none, or Pinterest itself. */
function hostOf(text: string | null | undefined): string | null {
  const host = address.exec(text?.trim() ?? '')?.[1]?.toLowerCase();
  return host === undefined || /(?:^|\.)pinterest\./u.test(host) ? null : host;
}

/** `Influencer …4821`: the last four characters of an id tell influencers without names apart. */
const endTitle = (id: string): string => `Influencer ${id.replace(/^.+(?=.{4}$)/su, '…')}`;

/** An id that is a user name, also after the platform that it is of (`instagram:mira_makes`, `github:mira/makes`): at most 30 characters, and no number or hash. */
const readableId = /^(?:[^:]+:)?(?!\d+$|[\da-f-]{16,}$)[\p{L}\d._/-]{1,30}$/iu;

/** What an influencer is called whose id is all that is known: the id, if it is a user name, whose end would be no name; else its end. */
export const influencerTitle = (id: string): string => (readableId.test(id) ? id : endTitle(id));

/** The name that only its id gives an influencer, of an id that was made from an address its user name (`~mira_makes`); null if it has a name or a user name, or the id says none. */
export function nameFromId({ _id: id, name, username }: TitleSource): string | null {
  if (isBlank(id) || !isBlank(name) || !isBlank(username)) return null;
  if (id.startsWith('~') && id.length > 1) return id.slice(1);
  return readableId.test(id) ? id : null;
}

/** The title with the whole id, if it has only the end of it; else the title. */
export const titleWithWholeId = (id: string, title: string): string => (title === endTitle(id) ? `Influencer ${id}` : title);

/** Whether a title says that there is none. */
export const isUntitled = (title: string): boolean => Object.values<string>(untitled).includes(title);
