import { memoize } from '#domain/memoize';
import { stemmer } from 'stemmer';

export const MAX_TERM_LENGTH = 64;

/** Combining marks that people omit when they type: Latin, Greek, Cyrillic, Hebrew, and Arabic. In other scripts, vowel signs carry meaning. */
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

/** Scripts without spaces between words, and Hangul, which attaches endings to words: indexed as bigrams. */
const unspacedScripts = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々`;

/** Flags and pictographs without skin tones, which appear in board names. Signs such as © and ™ are excluded. */
const emojiSource = String.raw`\p{RI}{2}|[[\p{Emoji_Presentation}[\p{Extended_Pictographic}&&[\u2600-\u27bf\u{1f000}-\u{1faff}]]]--[\u{1f3fb}-\u{1f3ff}]]`;

/** Variation selectors and the keycap mark, which only affect how the character before them is drawn. */
const presentationMarks = /[\ufe0e\ufe0f\u20e3]/g;
export const tokenPattern = new RegExp(String.raw`${emojiSource}|[${unspacedScripts}][${unspacedScripts}\p{M}]*|[\p{L}\p{N}\p{M}]+`, 'gv');
const emojiPattern = new RegExp(`^(?:${emojiSource})$`, 'v');
const unspacedPattern = new RegExp(`^(?:${emojiSource}|[${unspacedScripts}])`, 'v');

/** A word of any script, in folded or lower-case text: the tokens without emoji. */
export const wordPattern = new RegExp(String.raw`[${unspacedScripts}][${unspacedScripts}\p{M}]*|[\p{L}\p{N}\p{M}]+`, 'gv');

// eslint-disable-next-line no-control-regex
export const asciiPattern = /^[\u0000-\u007f]*$/;

export function caseFoldAscii(text: string): string {
  const lowerCase = text.toLowerCase();
  return lowerCase.includes("'s") ? lowerCase.replace(/'s(?![a-z0-9])/g, '') : lowerCase;
}

/** Case-folds text: unifies compatibility forms, removes accents and possessives. */
export function caseFold(text: string): string {
  if (asciiPattern.test(text)) return caseFoldAscii(text);
  const folded = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .replace(presentationMarks, '')
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')
    .replace(/[ßæœøđðłþıς]/g, (letter) => letterReplacements[letter] ?? letter);
  // Last, because what was removed may have stood between marks whose order it defines.
  return folded.normalize('NFC');
}

export interface Token {
  readonly text: string;
  readonly spaced: boolean;
}

export function tokenize(text: string): Token[] {
  const tokens = caseFold(text).match(tokenPattern) ?? [];
  // Repeated emoji count once.
  const deduplicated = tokens.filter((token, index) => token !== tokens[index - 1] || !emojiPattern.test(token));
  return deduplicated.map((token) => ({ text: token.slice(0, MAX_TERM_LENGTH), spaced: !unspacedPattern.test(token) }));
}

/** Returns the words of a search, folded, in order. */
export const queryWords = (query: string): string[] => tokenize(query).map((word) => word.text);

/** Returns the stem of a Latin word, and other words unchanged. */
export const stem = memoize((word) => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word), 50_000);

/** Returns the terms of all words of a text in order; a word of a script without spaces is its own term. */
export const orderedTerms = (text: string): string[] => tokenize(text).map((word) => (word.spaced ? stem(word.text) : word.text));

/** `´` and the like, which NFKC takes for a blank with an accent: written for an apostrophe. */
const accentsAlone = /[´`˜¨]/g;

/** Accents that belong to no letter. */
const detachedAccents = /(?<![\p{L}\p{N}\p{M}])\p{M}+/gu;

/** A text in NFKC, without accents that belong to no letter: they would be words of their own. */
export const cleanText = (text: string): string => text.replace(accentsAlone, "'").normalize('NFKC').replace(detachedAccents, '');

/** Returns the key that all spellings of a keyword share; empty for a text without words. */
export const keywordKey = (text: string): string => orderedTerms(cleanText(text)).join(' ');

/** Whether a word is of a script without spaces between words. */
export const isUnspaced = (word: string): boolean => unspacedPattern.test(word);
