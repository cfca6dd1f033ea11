import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { disclosureWords, generalWords, lonelyWords } from '#domain/keywords/stop-words';
import { cleanText, isUnspaced, orderedTerms, queryWords, wordPattern } from '#domain/catalog/keywords/words';

const MAX_KEYWORD_WORDS = 10;
/** A single word needs this many characters; in a script without spaces, two. */
const MIN_WORD_LENGTH = 3;
/** `2026` may end a phrase, `Part 2` may not. */
const MIN_YEAR_LENGTH = 4;

const possessives = /['’]s(?![\p{L}\p{N}])/gu;
const addresses = /\b(?:https?:\/\/|www\.)\S+/g;
const sentenceEnd = /[.!?…。！？।؟\r\n]/;
/** What may stand between two words of a phrase: `mac & cheese`, `step-by-step`, `l’amour`. */
const withinPhrase = /^[\p{Zs}\t'’&\-‐‑]*$/u;
const letter = /\p{L}/u;

/** A spelling of a keyword, and the key that all its spellings share. */
interface KeywordSpelling {
  /** The search terms of its words in order: `easi dinner recip`. */
  readonly key: string;
  /** The text in lower case. */
  readonly spelling: string;
}

const lowerCase = (text: string): string => cleanText(text).toLowerCase();

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The folded words that a keyword is found by: a search finds it by how they begin. Words of scripts without spaces are found by any part. */
export function searchedWords(name: string): string[] {
  const words = queryWords(name).flatMap((word) =>
    isUnspaced(word) ? Array.from(graphemes.segment(word), ({ index }) => word.slice(index)) : [word],
  );
  return [...new Set(words)];
}

/** Returns a topic or a search as a keyword; null if it has no words, or too many. */
export function phraseKeyword(text: string): KeywordSpelling | null {
  const spelling = lowerCase(text).trim().replace(/\s+/g, ' ');
  if (spelling.length > MAX_KEYWORD_LENGTH) return null;
  const terms = orderedTerms(cleanText(text));
  return terms.length === 0 || terms.length > MAX_KEYWORD_WORDS ? null : { key: terms.join(' '), spelling };
}

/** What comes before a word of a text. */
type WordGap = 'phrase' | 'break' | 'sentence';

/** Visits the words of a text in lower case, without possessives and web addresses. Only words with the gap `phrase` continue a phrase. */
export function visitWords(text: string, visit: (word: string, gap: WordGap) => void): void {
  const lower = lowerCase(text).replace(possessives, '').replace(addresses, '|');
  let gap: WordGap = 'sentence';
  let end = 0;
  for (const { 0: word, index } of lower.matchAll(wordPattern)) {
    const between = lower.slice(end, index);
    if (end > 0) gap = between === ' ' || withinPhrase.test(between) ? 'phrase' : sentenceEnd.test(between) ? 'sentence' : 'break';
    visit(word, gap);
    end = index + word.length;
  }
}

/** What a word may do in a phrase. */
export const wordRoles = { begins: 1, ends: 2, standsAlone: 4, means: 8, discloses: 16 } as const;

/**
 * The roles of a word that is no stop word, as a sum. Single characters neither begin nor end a phrase, numbers below 1,000 do not end one,
 * and only words with letters that are neither general nor of a disclosure give a phrase a meaning.
 */
export function rolesOfWord(word: string): number {
  const { begins, ends, standsAlone, means, discloses } = wordRoles;
  const disclosure = disclosureWords.has(word) ? discloses : 0;
  const meaning = letter.test(word) && disclosure === 0 && !generalWords.has(word) ? means : 0;
  if (word.length < 2) return meaning;
  if (!letter.test(word)) return begins | (word.length >= MIN_YEAR_LENGTH ? ends : 0);
  const isLong = isUnspaced(word) || word.length >= MIN_WORD_LENGTH;
  return begins | ends | meaning | disclosure | (isLong && meaning > 0 && !lonelyWords.has(word) ? standsAlone : 0);
}
