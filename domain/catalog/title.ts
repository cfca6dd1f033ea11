import type { EntityType } from '#domain/catalog/variants';

/** The longest title made from a description, in characters as readers count them (grapheme clusters). */
const MAX_TITLE_GRAPHEMES = 80;

/** How much of a description a title is made from. Statements may fetch no more than this; longer ones change nothing. */
export const MAX_TITLE_SOURCE_CHARACTERS = 1_000;

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

/** The user name of an influencer, which an id that was made from an address has too (`~mira_makes`). */
const usernameOf = ({ username, _id: id }: TitleSource): string => username?.trim() || (id?.startsWith('~') ? id.slice(1) : '');

const fallbackTitle: Record<EntityType, (source: TitleSource) => string> = {
  board: ({ description, pinner_username: owner }) =>
    firstSentence(description ?? '') || (isBlank(owner) ? '' : `Board by ${ownerLabel(owner.trim())}`),
  pinner: (source) => usernameOf(source) || (isBlank(source._id) ? '' : influencerTitle(source._id)),
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

/** An id that is a user name, also after the platform that it is of (`instagram:mira_makes`): at most 30 characters, and no number or hash. */
const readableId = /^(?:[^:]+:)?(?!\d+$|[\da-f-]{16,}$)[\p{L}\d._-]{1,30}$/iu;

/** What an influencer is called whose id is all that is known: the id, if it is a user name, whose end would be no name; else its end. */
export const influencerTitle = (id: string): string => (readableId.test(id) ? id : endTitle(id));

/** The title with the whole id, if it has only the end of it; else the title. */
export const titleWithWholeId = (id: string, title: string): string => (title === endTitle(id) ? `Influencer ${id}` : title);

/** Whether a title says that there is none. */
export const isUntitled = (title: string): boolean => Object.values<string>(untitled).includes(title);

const link = /\s*(?:https?:\/\/|www\.|\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\/)[!-~]*[\w/=&#+-]/giu;
/** What separates a link from the text beside it, and is left alone when the link goes. */
const separatorsBefore = /^[\s|•→>*~–—:;,.-]+/u;
const separatorsAfter = /[\s|•→~–—:;,-]+$/u;

/**
 * Where a sentence may end: at punctuation before a space, with closing quotes and brackets; in scripts without spaces at their own
 * punctuation; at a line break.
 */
const sentenceEnd = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？｡．]+[」』”’）】]*|[؟۔।॥።]+(?=\s)|(?=\n)/gu;

/** Words before a period that rarely end a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:mrs?|ms|dr|prof|sr|jr|st|vs|approx|dept|fig|vol|tbsp|tsp|oz|lbs?|ft|pcs?|jan|feb|apr|aug|sept?|oct|nov|dec|\p{L}|(?:\p{L}\.)+\p{L})$/iu;
const numberAbbreviation = /(?:^|[\s(])(?:no|nr|pt|ch)$/iu;
const listNumber = /^\d{1,2}$/u;

/** Whether the punctuation between two texts ends a sentence. A period after an abbreviation or before a lower-case word does not. */
function endsSentence(before: string, punctuation: string, after: string): boolean {
  if (!/^(?:\.|…)/u.test(punctuation)) return true;
  if (/^\s*\p{Ll}/u.test(after)) return false;
  if (punctuation !== '.') return true;
  return !abbreviation.test(before) && !listNumber.test(before) && !(numberAbbreviation.test(before) && /^\s*\d/u.test(after));
}

function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: punctuation, index } of text.matchAll(sentenceEnd)) {
    const end = index + punctuation.length;
    if (end < start || !endsSentence(text.slice(start, index).trimStart(), punctuation, text.slice(end))) continue;
    yield text.slice(start, end);
    start = end;
  }
  yield text.slice(start);
}

/** The first sentence that has a letter or a digit, without links and at most `MAX_TITLE_GRAPHEMES` long; empty if there is none. */
function firstSentence(description: string): string {
  const text = description.slice(0, MAX_TITLE_SOURCE_CHARACTERS).replace(link, '').replace(separatorsBefore, '');
  for (const sentence of sentencesOf(text)) if (/[\p{L}\p{N}]/u.test(sentence)) return cutAtWord(toLine(sentence));
  return /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(text) ? cutAtWord(toLine(text)) : '';
}

const toLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').replace(separatorsBefore, '').replace(separatorsAfter, '');

const graphemeSegmenter = /* @__PURE__ */ new Intl.Segmenter();

/** Cuts a long line after a word and adds an ellipsis; inside a word only if that is longer than half of the line. */
function cutAtWord(line: string): string {
  if (line.length <= MAX_TITLE_GRAPHEMES) return line;
  const graphemes: string[] = [];
  for (const { segment } of graphemeSegmenter.segment(line)) if (graphemes.push(segment) > MAX_TITLE_GRAPHEMES) break;
  if (graphemes.length <= MAX_TITLE_GRAPHEMES) return line;
  const kept = graphemes.slice(0, MAX_TITLE_GRAPHEMES - 1).join('');
  const wordEnd = /[\s,;:.!?)]/u.test(graphemes[MAX_TITLE_GRAPHEMES - 1] ?? ' ') ? kept.length : kept.lastIndexOf(' ');
  const cut = wordEnd * 2 >= kept.length ? kept.slice(0, wordEnd) : kept;
  return `${cut.replace(separatorsAfter, '')}…`;
}
