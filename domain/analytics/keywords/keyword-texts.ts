import { MAX_KEYWORD_LENGTH } from '#domain/analytics/keywords/keywords';
import { orderedTerms, wordTerm } from '#domain/catalog/keywords/search-terms';

const MAX_KEYWORD_WORDS = 10;
const MIN_WORD_LENGTH = 3;

/** Words that say nothing about what a pin shows. As a topic or a search of its own, such a word still counts. */
const stopWords: ReadonlySet<string> = new Set(
  `about above after again all also and any are because been before being below between both but can com could did does doing done don down
  during each even ever every few for from further get gets getting got had has have having her here hers him his how http https html into
  its itself just let like made make makes making many may might more most much must need nor not now off once one only org other our ours
  out over own per put really same see she should some still such than that the their them then there these they this those though through
  too under until upon use used using very via want was way were what when where which while who whom why will with within without would
  www yes yet you your yours`
    .split(/\s+/)
    .filter(Boolean),
);

const possessives = /['’]s(?![\p{L}\p{N}])/gu;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const letter = /\p{L}/u;

/** A spelling of a keyword, and the key that all its spellings share. */
export interface KeywordSpelling {
  /** The search terms of its words in order: `easi dinner recip`. */
  readonly key: string;
  /** The text in lower case. */
  readonly spelling: string;
}

const lowerCase = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the key that all spellings of a keyword share; empty for a text without words. */
export const keywordKey = (text: string): string => orderedTerms(text).join(' ');

/** Returns a topic or a search as a keyword; null if it has no words, or too many. */
export function phraseKeyword(text: string): KeywordSpelling | null {
  const spelling = lowerCase(text).trim().replace(/\s+/g, ' ');
  if (spelling.length > MAX_KEYWORD_LENGTH) return null;
  const terms = orderedTerms(text);
  return terms.length === 0 || terms.length > MAX_KEYWORD_WORDS ? null : { key: terms.join(' '), spelling };
}

/** Returns the words of a text, in lower case, without possessives. */
export const wordSpellings = (text: string): string[] => lowerCase(text).replace(possessives, '').match(wordPattern) ?? [];

/** Returns the key of a word that can be a keyword by itself; null for stop words, numbers, short words, and scripts without spaces. */
export function wordKeyword(word: string): string | null {
  if (word.length < MIN_WORD_LENGTH || stopWords.has(word) || !letter.test(word)) return null;
  return wordTerm(word);
}
