import type { Pool } from 'pg';
import { disclosureWords, generalWords, lonelyWords } from '#domain/keywords/stop-words';
import { keyOf, type RawPin, startsUnspaced, stopWordsOf, termOf, textsOf, wordsOf } from './independent-texts';

/** Adds a pin to those of a text. */
function add<T>(map: Map<string, Set<T>>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

const isGeneral = (word: string): boolean => generalWords.has(word) || disclosureWords.has(word);

/** Whether a phrase says a word twice without a stop word in between. */
const repeatsWord = (phrase: readonly string[], isStop: (word: string) => boolean): boolean =>
  phrase.some((word, place) => {
    const before = phrase.slice(phrase.slice(0, place).findLastIndex(isStop) + 1, place);
    return before.some((earlier) => termOf(earlier) === termOf(word));
  });

const standsAlone = (word: string): boolean => (startsUnspaced.test(word) || word.length >= 3) && !lonelyWords.has(word);

/** Every phrase of some words in a row that may be a keyword, from one place to another. */
function* phrasesOf(words: readonly string[], isStop: (word: string) => boolean): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(start + 4, words.length); end++) {
      const [first, last] = [words[start]!, words[end - 1]!];
      const phrase = words.slice(start, end);
      if (isStop(first) || isStop(last) || first.length < 2 || last.length < 2) continue;
      if (phrase.some((word) => termOf(word) === '')) continue;
      if (!phrase.some((word) => !isStop(word) && /\p{L}/u.test(word) && !isGeneral(word))) continue;
      if (/^\P{L}+$/u.test(last) && last.length < 4) continue;
      if (phrase.filter((word) => !isStop(word) && disclosureWords.has(word)).length > 1 || repeatsWord(phrase, isStop)) continue;
      if (phrase.length === 1 && !standsAlone(first)) continue;
      yield [start, end];
    }
  }
}

/** What is beside a phrase: a word that may be the same in all pins, and whether the phrase ends there. */
interface Beside {
  readonly word: string | null;
  readonly isEdge: boolean;
}

const nothing: Beside = { word: null, isEdge: true };

const overlapOf = (own: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): number => {
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
  const [ownSum, allSum] = [sum(own), sum(all)];
  return [...own].reduce((total, [topic, count]) => total + Math.min(count / ownSum, all.get(topic)! / allSum), 0);
};

/** The pins of each listed keyword, by its terms: counted with sets of texts, as slowly as it takes. */
export function independentKeywords(pins: readonly RawPin[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wordsOfPins = pins.map(wordsOf);
  const pinsOfTexts = new Map<string, Set<string>>();
  for (const [number, pin] of pins.entries()) for (const [id] of textsOf(pin, wordsOfPins[number]!)) add(pinsOfTexts, id, pin._id);
  const pinsOfWords = new Map<string, Set<string>>();
  const pinsOfStopWords = new Map<string, Set<string>>();
  for (const [number, pin] of pins.entries()) {
    const words = new Set(wordsOfPins[number]!.map(({ text }) => text));
    for (const word of words) add(pinsOfWords, word, pin._id);
    for (const word of stopWordsOf(words)) add(pinsOfStopWords, word, pin._id);
  }
  const isStopEverywhere = (word: string) => (pinsOfStopWords.get(word)?.size ?? 0) >= 0.5 * pinsOfWords.get(word)!.size;

  const pinsOf = new Map<string, Set<string>>();
  const whole = new Map<string, Set<string>>();
  const topicsOf = new Map<string, ReadonlySet<string>>();
  const sides = new Map<string, (readonly [Beside, Beside])[]>();
  const addFirst = (key: string, pin: RawPin, before: Beside, after: Beside) => {
    if (pinsOf.get(key)?.has(pin._id)) return;
    add(pinsOf, key, pin._id);
    if (!sides.has(key)) sides.set(key, []);
    sides.get(key)!.push([before, after]);
  };
  for (const [number, pin] of pins.entries()) {
    const words = wordsOfPins[number]!;
    for (const key of [...pin.topics, ...pin.queries]
      .filter((text) => text.length <= 80)
      .map(keyOf)
      .filter(Boolean)) {
      addFirst(key, pin, nothing, nothing);
      add(whole, key, pin._id);
    }
    const stopWords = stopWordsOf(new Set(words.map(({ text }) => text)));
    const isStop = (word: string) => stopWords.has(word) || isStopEverywhere(word);
    const leftOut = new Set([...textsOf(pin, words)].flatMap(([id, places]) => (pinsOfTexts.get(id)!.size > 20 ? places : [])));
    const besideAt = (place: number, step: 1 | -1, part: number): Beside => {
      const word = words[place];
      if (word?.part !== part) return nothing;
      if (leftOut.has(place)) return { word: '(left out)', isEdge: false };
      if (isStop(word.text)) return { ...besideAt(place + step, step, part), isEdge: true };
      const isMeaning = /\p{L}/u.test(word.text) && !isGeneral(word.text) && termOf(word.text) !== '';
      return isMeaning ? { word: termOf(word.text), isEdge: false } : nothing;
    };
    const startsRow = (place: number) => place === 0 || leftOut.has(place - 1) || words[place - 1]!.part !== words[place]!.part;
    for (const [start, first] of words.entries()) {
      if (leftOut.has(start) || !startsRow(start)) continue;
      let end = start + 1;
      while (end < words.length && !leftOut.has(end) && !startsRow(end)) end++;
      const row = words.slice(start, end).map(({ text }) => text);
      for (const [from, to] of phrasesOf(row, isStop))
        addFirst(
          row.slice(from, to).map(termOf).join(' '),
          pin,
          besideAt(start + from - 1, -1, first.part),
          besideAt(start + to, 1, first.part),
        );
    }
    topicsOf.set(pin._id, new Set(pin.topics.map(keyOf)));
  }
  const isWhole = (key: string) => (whole.get(key)?.size ?? 0) >= 5;
  const frequent = new Map([...pinsOf].filter(([key, ids]) => ids.size >= 5 && (isWhole(key) || !isPiece(key, sides.get(key)!))));
  return withoutParts(withoutSpread(frequent, whole, topicsOf));
}

/** Whether a phrase goes on before or after it: with the same word in four of five pins, or with any but in one of twenty; a word may before it. */
const isPiece = (key: string, sides: readonly (readonly [Beside, Beside])[]): boolean =>
  ([0, 1] as const).some((side) => {
    const words = Map.groupBy(
      sides.map((both) => both[side].word).filter((word) => word !== null),
      (word) => word,
    );
    const most = Math.max(0, ...[...words.values()].map((same) => same.length));
    const goesOn = sides.filter((both) => both[side].isEdge).length < 0.05 * sides.length;
    return most >= 0.8 * sides.length || (goesOn && (side === 1 || key.includes(' ')));
  });

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
