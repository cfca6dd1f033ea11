import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stemmer } from 'stemmer';
import { moreEnglish } from '#domain/keywords/stop-words';

/** A pin as it is stored. */
export interface RawPin {
  readonly _id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly queries: readonly string[];
  readonly pinner_id: string | null;
}

const lists = [
  [...english, ...moreEnglish],
  spanish,
  portuguese,
  french,
  german,
  italian,
  dutch,
  swedish,
  danish,
  norwegian,
  finnish,
  romanian,
  turkish,
  indonesian,
  russian,
  arabic,
].map((list) => new Set(list.flatMap((word) => word.toLowerCase().split(/['’]/)).filter((word) => word.length > 1)));

const lettersOf: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ' };
const unspaced = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々';
const wordPattern = new RegExp(`[${unspaced}][${unspaced}\\p{M}]*|[\\p{L}\\p{N}\\p{M}]+`, 'gu');
/** The beginning of a word of a script without spaces. */
export const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u');

const lower = (text: string) =>
  text
    .replace(/[´`˜¨]/g, "'")
    .normalize('NFKC')
    .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '');

const newTermOf = (word: string): string => {
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g, '')
    .replace(/\ufe0e|\ufe0f|\u20e3/g, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłþıς]/g, (letter) => lettersOf[letter]!)
    .slice(0, 64);
  return /^[a-z]{3,}$/.test(plain) ? stemmer(plain) : plain;
};

const terms = new Map<string, string>();

/** The term of a word: without accents, and as its English stem. Each word is asked for in many phrases. */
export const termOf = (word: string): string => {
  const term = terms.get(word) ?? newTermOf(word);
  terms.set(word, term);
  return term;
};

/** The terms of the words of a text. */
export const keyOf = (text: string): string => (lower(text).match(wordPattern) ?? []).map(termOf).join(' ');

/** A word of a pin, with the number of its sentence or title, and of its part of it between punctuation marks. */
export interface Word {
  readonly text: string;
  readonly sentence: number;
  readonly part: number;
}

/** The first hundred words of a pin. */
export function wordsOf({ name, description }: RawPin): Word[] {
  let part = 0;
  const sentences = [name, description].flatMap((text) =>
    lower(text ?? '')
      .replace(/\b(?:https?:\/\/|www\.)\S+/g, '|')
      .split(/[.!?…。！？।؟\r\n]+/u),
  );
  return sentences
    .flatMap((text, sentence) =>
      text.split(/[^\p{L}\p{N}\p{M}\p{Zs}\t'’&\-‐‑]+/u).flatMap((words) => {
        part++;
        return (words.match(wordPattern) ?? []).map((word) => ({ text: word, sentence, part }));
      }),
    )
    .slice(0, 100);
}

/** The texts of a pin that may be repeated, each with the places of its words: titles and sentences, parts of five words, and runs of eight. */
export function* textsOf(pin: RawPin, words: readonly Word[]): Generator<readonly [id: string, places: readonly number[]]> {
  const places = [...words.keys()];
  const idOf = (kind: string, chosen: readonly number[]) =>
    JSON.stringify([kind, pin.pinner_id, chosen.map((place) => words[place]!.text)]);
  for (const sentence of Map.groupBy(places, (place) => words[place]!.sentence).values()) {
    const parts = [...Map.groupBy(sentence, (place) => words[place]!.part).values()];
    yield [JSON.stringify(parts.map((part) => idOf('words', part))), sentence];
    for (const part of parts) if (part.length >= 5) yield [JSON.stringify([idOf('words', part)]), part];
  }
  for (const start of places)
    if (start + 8 <= words.length) yield [idOf('run', places.slice(start, start + 8)), places.slice(start, start + 8)];
}

/** The words of a pin that are stop words of it: of English, and of languages with two different ones that are not English. */
export function stopWordsOf(words: ReadonlySet<string>): Set<string> {
  const spoken = lists.filter(
    (list, number) => number === 0 || [...words].filter((word) => list.has(word) && !lists[0]!.has(word)).length >= 2,
  );
  return new Set([...words].filter((word) => spoken.some((list) => list.has(word))));
}
