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
import type { Pool } from 'pg';
import { stemmer } from 'stemmer';
import { generalWords, moreEnglish } from '#domain/analytics/keywords/stop-words';

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
].map((list) => new Set(list.flatMap((word) => word.toLowerCase().split(/['’]/))));

const lettersOf: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ς: 'σ' };
const unspaced = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々';
const wordPattern = new RegExp(`[${unspaced}][${unspaced}\\p{M}]*|[\\p{L}\\p{N}\\p{M}]+`, 'gu');
const startsUnspaced = new RegExp(`^[${unspaced}]`, 'u');

const lower = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '');

/** The term of a word: without accents, and as its English stem. */
const termOf = (word: string): string => {
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]/g, '')
    .replace(/\ufe0e|\ufe0f|\u20e3/g, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłþıς]/g, (letter) => lettersOf[letter]!)
    .slice(0, 64);
  return /^[a-z]{3,}$/.test(plain) ? stemmer(plain) : plain;
};

const keyOf = (text: string): string => (lower(text).match(wordPattern) ?? []).map(termOf).join(' ');

/** The titles and sentences of a pin, each as its parts between punctuation marks, each as its words; the first hundred words. */
function sentencesOf({ name, description }: RawPin): string[][][] {
  let left = 100;
  const sentences = [name, description].flatMap((text) =>
    lower(text ?? '')
      .replace(/\b(?:https?:\/\/|www\.)\S+/g, '|')
      .split(/[.!?…。！？।؟\r\n]+/u)
      .map((sentence) => sentence.split(/[^\p{L}\p{N}\p{M}\p{Zs}\t'’&\-‐‑]+/u).map((part) => part.match(wordPattern) ?? [])),
  );
  return sentences.map((parts) => parts.map((words) => words.filter(() => left-- > 0)).filter((words) => words.length > 0));
}

/** The stop words of a pin: English, and the language with more different stop words in it than English, if it shows two. */
function stopWordsOf(words: ReadonlySet<string>): (word: string) => boolean {
  const shown = lists.map((list) => [...words].filter((word) => list.has(word)).length);
  const most = Math.max(...shown);
  const language = most >= 2 ? shown.indexOf(most) : 0;
  return (word) => lists[0]!.has(word) || lists[language]!.has(word);
}

/** Adds a pin to those of a text. */
function add<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

/** Every phrase of the words that may be a keyword. */
function* phrasesOf(words: readonly string[], isStop: (word: string) => boolean): Generator<string> {
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(start + 4, words.length); end++) {
      const [first, last] = [words[start]!, words[end - 1]!];
      const phrase = words.slice(start, end);
      if (isStop(first) || isStop(last) || first.length < 2 || last.length < 2) continue;
      if (phrase.some((word) => termOf(word) === '')) continue;
      if (!phrase.some((word) => /\p{L}/u.test(word)) || (/^\P{L}+$/u.test(last) && last.length < 4)) continue;
      if (phrase.length === 1 && !startsUnspaced.test(first) && (first.length < 3 || generalWords.has(first))) continue;
      yield phrase.map(termOf).join(' ');
    }
  }
}

const overlapOf = (own: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): number => {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  const [ownSum, allSum] = [sum(own), sum(all)];
  return [...own].reduce((total, [topic, count]) => total + Math.min(count / ownSum, all.get(topic)! / allSum), 0);
};

/** The pins of each listed keyword, by its terms: counted with sets of texts, as slowly as it takes. */
export function independentKeywords(pins: readonly RawPin[]): ReadonlyMap<string, ReadonlySet<string>> {
  const repeated = new Map<string, Set<string>>();
  const textsOf = pins.map(sentencesOf);
  const partsToLookAt = (pin: RawPin, parts: string[][]) => {
    const id = (words: readonly string[][]) => JSON.stringify([pin.pinner_id, words]);
    return { sentence: id(parts), parts: parts.map((words) => (words.length >= 5 ? id([words]) : null)) };
  };
  for (const [number, pin] of pins.entries()) {
    for (const sentence of textsOf[number]!) {
      const ids = partsToLookAt(pin, sentence);
      for (const id of [ids.sentence, ...ids.parts]) if (id !== null) add(repeated, id, pin._id);
    }
  }
  const isRepeated = (id: string | null) => id !== null && (repeated.get(id)?.size ?? 0) > 20;
  const pinsOf = new Map<string, Set<string>>();
  const whole = new Map<string, Set<string>>();
  const topicsOf = new Map<string, ReadonlySet<string>>();
  for (const [number, pin] of pins.entries()) {
    const isStop = stopWordsOf(new Set(textsOf[number]!.flat(2)));
    for (const sentence of textsOf[number]!) {
      const ids = partsToLookAt(pin, sentence);
      for (const [place, words] of sentence.entries())
        if (!isRepeated(ids.sentence) && !isRepeated(ids.parts[place]!))
          for (const phrase of phrasesOf(words, isStop)) add(pinsOf, phrase, pin._id);
    }
    for (const key of [...pin.topics, ...pin.queries]
      .filter((text) => text.length <= 80)
      .map(keyOf)
      .filter(Boolean)) {
      add(pinsOf, key, pin._id);
      add(whole, key, pin._id);
    }
    topicsOf.set(pin._id, new Set(pin.topics.map(keyOf)));
  }
  const frequent = new Map([...pinsOf].filter(([, ids]) => ids.size >= 5));
  return withoutParts(withoutSpread(frequent, whole, topicsOf));
}

/** Without what is spread evenly over the topics. */
function withoutSpread(
  pinsOf: ReadonlyMap<string, ReadonlySet<string>>,
  whole: ReadonlyMap<string, ReadonlySet<string>>,
  topicsOf: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, ReadonlySet<string>> {
  const countTopics = (ids: Iterable<string>) => {
    const counts = new Map<string, number>();
    for (const id of ids) for (const topic of topicsOf.get(id)!) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    return counts;
  };
  const all = countTopics(topicsOf.keys());
  const total = [...all.values()].reduce((sum, count) => sum + count, 0);
  if ([...all.values()].some((count) => count > total / 4)) return new Map(pinsOf);
  const isSpread = ([key, ids]: readonly [string, ReadonlySet<string>]) =>
    (whole.get(key)?.size ?? 0) < 5 &&
    [...ids].filter((id) => topicsOf.get(id)!.size > 0).length >= 50 &&
    overlapOf(countTopics(ids), all) >= 0.5;
  return new Map([...pinsOf].filter((entry) => !isSpread(entry)));
}

/** Without what gives way to a longer one that is listed. */
function withoutParts(pinsOf: Map<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const listed = new Map<string, ReadonlySet<string>>();
  const containing = new Map<string, Set<string>>();
  const keys = [...pinsOf.keys()].toSorted((a, b) => b.split(' ').length - a.split(' ').length);
  for (const key of keys) {
    const pins = pinsOf.get(key)!;
    const givesWay = [...(containing.get(key) ?? [])].some(
      (longer) => [...pins].filter((pin) => pinsOf.get(longer)!.has(pin)).length >= 0.8 * pins.size,
    );
    if (givesWay) continue;
    listed.set(key, pins);
    const terms = key.split(' ');
    for (let start = 0; start < terms.length; start++)
      for (let end = start + 1; end <= terms.length; end++)
        if (end - start < terms.length) add(containing, terms.slice(start, end).join(' '), key);
  }
  return listed;
}

/** The pins of a database as they are stored. */
export async function readRawPins(pool: Pool): Promise<RawPin[]> {
  return (await pool.query<RawPin>('select _id, name, description, topics, queries, pinner_id from pins')).rows;
}
