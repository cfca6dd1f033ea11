import {
  type Token,
  stem,
  asciiPattern,
  caseFoldAscii,
  MAX_TERM_LENGTH,
  tokenize,
  caseFold,
  tokenPattern,
} from '#domain/catalog/keywords/words';
import { MAX_PHRASE_OFFSET, type Occurrence, occurrenceIn, type PhraseTerm, type SearchedField } from '#domain/catalog/keywords/best-match';

export const MAX_QUERY_WORDS = 10;

const MAX_TERMS_PER_ROW = 400;
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The fast path: most texts are ASCII only, and the functions below treat them the same way. */
const asciiWordPattern = /[a-z0-9]+/g;

function bigrams(word: string): string[] {
  const graphemes = [...graphemeSegmenter.segment(word)].map((segment) => segment.segment);
  return graphemes.length < 2 ? graphemes : graphemes.slice(1).map((grapheme, index) => `${graphemes[index]}${grapheme}`);
}

const characters = (word: string): string[] => [...graphemeSegmenter.segment(word)].map((segment) => segment.segment);

/** A text of a row that keywords are looked for in. */
export interface SearchedText {
  readonly field: SearchedField;
  readonly text: string | null | undefined;
}

/** A term with its position among the words and characters of its text. */
interface PlacedTerm {
  readonly term: string;
  readonly position: number;
}

/** The terms of a token at a position: a stem, or bigrams at the positions of their first characters. */
const placedTerms = ({ text, spaced }: Token, position: number): PlacedTerm[] =>
  spaced ? [{ term: stem(text), position }] : bigrams(text).map((term, index) => ({ term, position: position + index }));

/** A token of a script without spaces has a position for each character. */
const tokenLength = ({ text, spaced }: Token): number => (spaced ? 1 : characters(text).length);

/** Visits the terms of a text of a row: also the single characters of scripts without spaces. */
function visitTerms(text: string, visit: (term: string, position: number) => void): void {
  let position = 0;
  if (asciiPattern.test(text)) {
    for (const word of caseFoldAscii(text).match(asciiWordPattern) ?? []) visit(stem(word.slice(0, MAX_TERM_LENGTH)), position++);
    return;
  }
  for (const token of tokenize(text)) {
    for (const placed of placedTerms(token, position)) visit(placed.term, placed.position);
    if (!token.spaced) for (const [index, character] of characters(token.text).entries()) visit(character, position + index);
    position += tokenLength(token);
  }
}

/**
 * Returns the search terms of a row with their occurrences: stems of the words of scripts with spaces, bigrams and single characters of the
 * others, and emoji. Rows and queries share folding and tokenizing, so that they always match.
 */
export function indexTexts(texts: readonly SearchedText[]): Map<string, Occurrence> {
  const terms = new Map<string, Occurrence>();
  for (const { field, text } of texts) {
    if (!text) continue;
    visitTerms(text, (term, position) => {
      const before = terms.get(term);
      if (before === undefined && terms.size >= MAX_TERMS_PER_ROW) return;
      terms.set(term, (before ?? 0) | occurrenceIn(field, position));
    });
  }
  return terms;
}

export interface QueryTerms {
  /** A row must have all of these terms. */
  readonly terms: readonly string[];
  /** The same in the order that was typed, with their positions. */
  readonly typedTerms: readonly PlacedTerm[];
  /** The last word as typed, for prefix matches; null if it is in a script without spaces. */
  readonly lastWord: string | null;
  /** The terms of all words but the last. */
  readonly termsBeforeLast: readonly string[];
  /** The words of scripts with spaces, as typed, with their terms. */
  readonly spacedWords: readonly { readonly text: string; readonly term: string }[];
}

/** Parses a search into its terms. */
export function queryTerms(query: string): QueryTerms {
  const tokens = tokenize(query);
  const termsOf = (token: Token) => placedTerms(token, 0).map(({ term }) => term);
  const last = tokens.at(-1);
  let position = 0;
  const typedTerms = tokens.flatMap((token) => {
    const placed = placedTerms(token, position);
    position += tokenLength(token);
    return placed;
  });
  return {
    typedTerms,
    terms: [...new Set(typedTerms.map(({ term }) => term))],
    lastWord: last?.spaced ? last.text : null,
    termsBeforeLast: [...new Set(tokens.slice(0, -1).flatMap(termsOf))],
    spacedWords: tokens.filter((word) => word.spaced).map((word) => ({ text: word.text, term: stem(word.text) })),
  };
}

/** The typed terms as a phrase of the terms that are searched for, by their index. */
export const phraseOf = (typedTerms: readonly PlacedTerm[], indexOf: (term: string, index: number) => number): PhraseTerm[] =>
  typedTerms.map(({ term, position }, index) => ({ index: indexOf(term, index), offset: Math.min(position, MAX_PHRASE_OFFSET) }));

/** Finds the words behind terms in the texts they come from: `etsi` is displayed as `etsy`. A term without a word is returned as is. */
export function termsToWords(terms: readonly string[], texts: readonly (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ? tokenize(text) : []));
  return terms.map((term) => words.find((word) => word.spaced && stem(word.text) === term)?.text ?? term);
}

/** The start and the end of a part of a text, in UTF-16 code units. */
export type TextRange = readonly [start: number, end: number];

/** The characters of a word without spaces that are in a wanted bigram, or wanted alone. */
function characterRanges(word: string, start: number, wanted: ReadonlySet<string>, found: Set<string>): TextRange[] {
  const segments = [...graphemeSegmenter.segment(word)].map(({ segment, index }) => ({ term: caseFold(segment), from: start + index, length: segment.length })); // prettier-ignore
  const isWanted = (term: string) => wanted.has(term) && found.add(term).size > 0;
  const inBigram = segments.map(({ term }, index) => isWanted(term + (segments[index + 1]?.term ?? '')));
  return segments.flatMap(({ term, from, length }, index): TextRange[] => {
    const isFound = isWanted(term) || inBigram[index] === true || inBigram[index - 1] === true;
    return isFound ? [[from, from + length]] : [];
  });
}

/** Finds the words of a text as it is written that have one of the wanted terms; ranges that touch are one. */
export function wordRanges(text: string, wanted: ReadonlySet<string>): { ranges: TextRange[]; terms: ReadonlySet<string> } {
  const [ranges, terms]: [TextRange[], Set<string>] = [[], new Set()];
  for (const { 0: word, index } of text.matchAll(tokenPattern)) {
    if (/^s$/i.test(word) && /['’]/.test(text.charAt(index - 1))) continue;
    const found = tokenize(word).flatMap((token): TextRange[] => {
      if (!token.spaced) return characterRanges(word, index, wanted, terms);
      const term = stem(token.text);
      if (!wanted.has(term)) return [];
      terms.add(term);
      return [[index, index + word.length]];
    });
    for (const [start, end] of found) {
      const before = ranges.at(-1);
      if (before && before[1] >= start) ranges[ranges.length - 1] = [before[0], Math.max(before[1], end)];
      else ranges.push([start, end]);
    }
  }
  return { ranges, terms };
}
