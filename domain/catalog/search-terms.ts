import { stemmer } from 'stemmer';
import { memoize } from '#domain/memoize';

/** The most words a search may have. */
export const MAX_QUERY_WORDS = 10;

/** The most terms kept of one row; a longer text adds nothing a search would miss. */
const MAX_TERMS_PER_ROW = 400;
const MAX_TERM_LENGTH = 64;

/** Combining marks that people leave out when they type: of Latin, Greek, Cyrillic, Hebrew and Arabic. Vowel signs of other scripts carry meaning. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g;
const letterReplacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/** Scripts written without spaces between words (and Hangul, whose endings cling to the word): cut into overlapping pairs. */
const unspacedScripts = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々`;
/** Flags, and pictures without the tones of their skin: people name boards with them. Signs such as © and ™ are none. */
const emojiSource = String.raw`\p{RI}{2}|[[\p{Emoji_Presentation}[\p{Extended_Pictographic}&&[\u2600-\u27bf\u{1f000}-\u{1faff}]]]--[\u{1f3fb}-\u{1f3ff}]]`;
/** What only says how the sign before it is drawn. */
const presentationMarks = /[\ufe0e\ufe0f\u20e3]/g;
const tokenPattern = new RegExp(String.raw`${emojiSource}|[${unspacedScripts}][${unspacedScripts}\p{M}]*|[\p{L}\p{N}\p{M}]+`, 'gv');
const emojiPattern = new RegExp(`^(?:${emojiSource})$`, 'v');
const unspacedPattern = new RegExp(`^(?:${emojiSource}|[${unspacedScripts}])`, 'v');
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Most words are of these alone, and most texts of the first 128 signs: what is below does the same to them, only faster. */
const asciiWordPattern = /[a-z0-9]+/g;
// eslint-disable-next-line no-control-regex
const asciiPattern = /^[\u0000-\u007f]*$/;

function caseFoldAscii(text: string): string {
  const lowerCase = text.toLowerCase();
  return lowerCase.includes("'s") ? lowerCase.replace(/'s(?![a-z0-9])/g, '') : lowerCase;
}

/** Text as it is compared: compatibility forms unified, case and accents folded, possessives dropped. */
export function caseFold(text: string): string {
  if (asciiPattern.test(text)) return caseFoldAscii(text);
  const stripped = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .replace(presentationMarks, '')
    .normalize('NFC');
  return stripped.replace(/['’]s(?![\p{L}\p{N}])/gu, '').replace(/[ßæœøđðłþıς]/g, (letter) => letterReplacements[letter] ?? letter);
}

interface Token {
  /** The word as people would read it back. */
  readonly text: string;
  readonly spaced: boolean;
}

function tokenize(text: string): Token[] {
  const tokens = caseFold(text).match(tokenPattern) ?? [];
  // A row of hearts is one heart.
  const deduplicated = tokens.filter((token, index) => token !== tokens[index - 1] || !emojiPattern.test(token));
  return deduplicated.map((token) => ({ text: token.slice(0, MAX_TERM_LENGTH), spaced: !unspacedPattern.test(token) }));
}

/** The words of a search, folded, in their order. */
export const queryWords = (query: string): string[] => tokenize(query).map((word) => word.text);

/** The stem of a word; Latin words only, others stand as they are. */
const stem = memoize((word) => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word), 50_000);

function bigrams(word: string): string[] {
  const graphemes = [...graphemeSegmenter.segment(word)].map((segment) => segment.segment);
  return graphemes.length < 2 ? graphemes : graphemes.slice(1).map((grapheme, index) => `${graphemes[index]}${grapheme}`);
}

const characters = (word: string): string[] => [...graphemeSegmenter.segment(word)].map((segment) => segment.segment);

/**
 * The terms under which a row is found: stems of the words of scripts with spaces, pairs and single signs of the others, emoji each. The same
 * folding and cutting serve rows and searches, so that the two can never disagree.
 */
export function rowTerms(texts: readonly (string | null | undefined)[]): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    if (asciiPattern.test(text)) {
      for (const word of caseFoldAscii(text).match(asciiWordPattern) ?? []) terms.add(stem(word.slice(0, MAX_TERM_LENGTH)));
    } else {
      for (const word of tokenize(text)) {
        if (word.spaced) terms.add(stem(word.text));
        else for (const term of [...bigrams(word.text), ...characters(word.text)]) terms.add(term);
      }
    }
    if (terms.size >= MAX_TERMS_PER_ROW) return [...terms].slice(0, MAX_TERMS_PER_ROW);
  }
  return [...terms];
}

export interface QueryTerms {
  /** All of these must be among a row's terms. */
  readonly terms: readonly string[];
  /** The last word as it was typed, for "begins with" and "nearest"; null when it belongs to a script without spaces. */
  readonly lastWord: string | null;
  /** The terms without those of the last word. */
  readonly termsBeforeLast: readonly string[];
  /** Every word of a script with spaces, as typed, with its term. */
  readonly spacedWords: readonly { readonly text: string; readonly term: string }[];
}

/** What a search looks for. */
export function queryTerms(query: string): QueryTerms {
  const tokens = tokenize(query);
  const termsOf = (word: Token) => (word.spaced ? [stem(word.text)] : bigrams(word.text));
  const last = tokens.at(-1);
  return {
    terms: [...new Set(tokens.flatMap(termsOf))],
    lastWord: last?.spaced ? last.text : null,
    termsBeforeLast: [...new Set(tokens.slice(0, -1).flatMap(termsOf))],
    spacedWords: tokens.filter((word) => word.spaced).map((word) => ({ text: word.text, term: stem(word.text) })),
  };
}

/** The words of some texts that stand behind terms: `etsi` is read back as `etsy`. A term found nowhere stands for itself. */
export function termsToWords(terms: readonly string[], texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ? tokenize(text) : []));
  return terms.map((term) => words.find((word) => word.spaced && stem(word.text) === term)?.text ?? term);
}
