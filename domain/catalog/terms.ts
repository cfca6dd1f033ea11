import { stemmer } from 'stemmer';
import { remembering } from '#domain/remembering';

/** The most words a search may have. */
export const MAX_WORDS = 10;

/** The most terms kept of one row; a longer text adds nothing a search would miss. */
const MAX_TERMS = 400;
const LONGEST_TERM = 64;

/** Combining marks that people leave out when they type: of Latin, Greek, Cyrillic, Hebrew and Arabic. Vowel signs of other scripts carry meaning. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g;
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ' };

/** Scripts written without spaces between words (and Hangul, whose endings cling to the word): cut into overlapping pairs. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々`;
/** Flags, and pictures without the tones of their skin: people name boards with them. Signs such as © and ™ are none. */
const picture = String.raw`\p{RI}{2}|[[\p{Emoji_Presentation}[\p{Extended_Pictographic}&&[\u2600-\u27bf\u{1f000}-\u{1faff}]]]--[\u{1f3fb}-\u{1f3ff}]]`;
/** What only says how the sign before it is drawn. */
const drawing = /[\ufe0e\ufe0f\u20e3]/g;
const pieces = new RegExp(String.raw`${picture}|[${unspaced}][${unspaced}\p{M}]*|[\p{L}\p{N}\p{M}]+`, 'gv');
const isPicture = new RegExp(`^(?:${picture})$`, 'v');
const isUnspaced = new RegExp(`^(?:${picture}|[${unspaced}])`, 'v');
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Most words are of these alone, and most texts of the first 128 signs: what is below does the same to them, only faster. */
const latin = /[a-z0-9]+/g;
// eslint-disable-next-line no-control-regex
const isAscii = /^[\u0000-\u007f]*$/;

function foldAscii(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes("'s") ? lower.replace(/'s(?![a-z0-9])/g, '') : lower;
}

/** Text as it is compared: compatibility forms unified, case and accents folded, possessives dropped. */
export function fold(text: string): string {
  if (isAscii.test(text)) return foldAscii(text);
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(accents, '').replace(drawing, '').normalize('NFC');
  return plain.replace(/['’]s(?![\p{L}\p{N}])/gu, '').replace(/[ßæœøđðłþıς]/g, (letter) => letters[letter] ?? letter);
}

interface Word {
  /** The word as people would read it back. */
  readonly text: string;
  readonly spaced: boolean;
}

function split(text: string): Word[] {
  const found = fold(text).match(pieces) ?? [];
  // A row of hearts is one heart.
  const once = found.filter((piece, place) => piece !== found[place - 1] || !isPicture.test(piece));
  return once.map((word) => ({ text: word.slice(0, LONGEST_TERM), spaced: !isUnspaced.test(word) }));
}

/** The words of a search, folded, in their order. */
export const wordsOf = (query: string): string[] => split(query).map((word) => word.text);

/** The stem of a word; Latin words only, others stand as they are. */
const stem = remembering((word) => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word), 50_000);

function pairs(word: string): string[] {
  const signs = [...clusters.segment(word)].map((piece) => piece.segment);
  return signs.length < 2 ? signs : signs.slice(1).map((sign, place) => `${signs[place]}${sign}`);
}

const singles = (word: string): string[] => [...clusters.segment(word)].map((piece) => piece.segment);

/**
 * The terms under which a row is found: stems of the words of scripts with spaces, pairs and single signs of the others, emoji each. The same
 * folding and cutting serve rows and searches, so that the two can never disagree.
 */
export function rowTerms(texts: readonly (string | null | undefined)[]): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    if (isAscii.test(text)) {
      for (const word of foldAscii(text).match(latin) ?? []) terms.add(stem(word.slice(0, LONGEST_TERM)));
    } else {
      for (const word of split(text)) {
        if (word.spaced) terms.add(stem(word.text));
        else for (const term of [...pairs(word.text), ...singles(word.text)]) terms.add(term);
      }
    }
    if (terms.size >= MAX_TERMS) return [...terms].slice(0, MAX_TERMS);
  }
  return [...terms];
}

export interface QueryTerms {
  /** All of these must be among a row's terms. */
  readonly terms: readonly string[];
  /** The last word as it was typed, for "begins with" and "nearest"; null when it belongs to a script without spaces. */
  readonly last: string | null;
  /** The terms without those of the last word. */
  readonly before: readonly string[];
  /** Every word of a script with spaces, as typed, with its term. */
  readonly words: readonly { readonly text: string; readonly term: string }[];
}

/** What a search looks for. */
export function queryTerms(query: string): QueryTerms {
  const found = split(query);
  const termsOf = (word: Word) => (word.spaced ? [stem(word.text)] : pairs(word.text));
  const last = found.at(-1);
  return {
    terms: [...new Set(found.flatMap(termsOf))],
    last: last?.spaced ? last.text : null,
    before: [...new Set(found.slice(0, -1).flatMap(termsOf))],
    words: found.filter((word) => word.spaced).map((word) => ({ text: word.text, term: stem(word.text) })),
  };
}

/** The words of some texts that stand behind terms: `etsi` is read back as `etsy`. A term found nowhere stands for itself. */
export function readBack(terms: readonly string[], texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ? split(text) : []));
  return terms.map((term) => words.find((word) => word.spaced && stem(word.text) === term)?.text ?? term);
}
