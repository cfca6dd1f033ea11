/** Lists of integers one after another: the list of `owner` is from `starts[owner]` to `starts[owner + 1]`. */
export interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** One list of them. */
export const listOf = ({ starts, values }: Lists, owner: number): Int32Array => values.subarray(starts[owner], starts[owner + 1]);

/** Keywords with their pins. Keywords are numbered by rank: those of most pins first, then by key. Pins are numbered in the order they were read. */
export interface KeywordLists {
  readonly count: number;
  readonly pinCount: number;
  readonly keys: readonly string[];
  /** The number under which each keyword was collected. */
  readonly collected: Int32Array;
  /** The pins of a keyword, in ascending order. */
  pinsOf(keyword: number): Int32Array;
  /** The keywords of a pin. */
  keywordsOf(pin: number): Int32Array;
}

/** The keywords of a catalog. */
export interface KeywordIndex extends KeywordLists {
  /** The most frequent spellings. */
  readonly names: readonly string[];
}

const NOT_RANKED = -1;

/** The lists of each pin with other numbers; those without one are left out. */
function renumber({ starts, values }: Lists, numbers: Int32Array): Lists {
  const newStarts = new Int32Array(starts.length);
  let length = 0;
  for (const value of values) if (numbers[value] !== NOT_RANKED) length++;
  const newValues = new Int32Array(length);
  let next = 0;
  for (let owner = 0; owner + 1 < starts.length; owner++) {
    for (let index = starts[owner]!; index < starts[owner + 1]!; index++) {
      const number = numbers[values[index]!]!;
      if (number !== NOT_RANKED) newValues[next++] = number;
    }
    newStarts[owner + 1] = next;
  }
  return { starts: newStarts, values: newValues };
}

/** The pins of each keyword from the keywords of each pin. */
function listPins(keywordCount: number, { starts: pinStarts, values: keywords }: Lists): Lists {
  const starts = new Int32Array(keywordCount + 1);
  for (const keyword of keywords) starts[keyword + 1]! += 1;
  for (let keyword = 0; keyword < keywordCount; keyword++) starts[keyword + 1]! += starts[keyword]!;
  const next = starts.slice();
  const values = new Int32Array(keywords.length);
  for (let pin = 0; pin + 1 < pinStarts.length; pin++) {
    for (let index = pinStarts[pin]!; index < pinStarts[pin + 1]!; index++) {
      const keyword = keywords[index]!;
      values[next[keyword]!] = pin;
      next[keyword]! += 1;
    }
  }
  return { starts, values };
}

function keywordLists(keys: readonly string[], collected: Int32Array, keywords: Lists): KeywordLists {
  const pins = listPins(keys.length, keywords);
  return {
    count: keys.length,
    pinCount: keywords.starts.length - 1,
    keys,
    collected,
    pinsOf: (keyword) => listOf(pins, keyword),
    keywordsOf: (pin) => listOf(keywords, pin),
  };
}

/** Ranks the collected keywords of pins that are frequent enough. */
export function rankKeywords(
  keywordsOfPins: Lists,
  keywordCount: number,
  keyOf: (keyword: number) => string,
  minPins: number,
): KeywordLists {
  const counts = new Int32Array(keywordCount);
  for (const keyword of keywordsOfPins.values) counts[keyword]! += 1;
  const frequent: { readonly keyword: number; readonly key: string }[] = [];
  for (let keyword = 0; keyword < keywordCount; keyword++) if (counts[keyword]! >= minPins) frequent.push({ keyword, key: keyOf(keyword) });
  frequent.sort((a, b) => counts[b.keyword]! - counts[a.keyword]! || (a.key < b.key ? -1 : 1));
  const numbers = new Int32Array(keywordCount).fill(NOT_RANKED);
  for (const [rank, { keyword }] of frequent.entries()) numbers[keyword] = rank;
  const collected = Int32Array.from(frequent, ({ keyword }) => keyword);
  return keywordLists(frequent.map(({ key }) => key), collected, renumber(keywordsOfPins, numbers)); // prettier-ignore
}

/** The first of the keywords that are listed, at most `maxKeywords`, in the same order. */
export function restrictKeywords(lists: KeywordLists, isListed: (keyword: number) => boolean, maxKeywords: number): KeywordLists {
  const numbers = new Int32Array(lists.count).fill(NOT_RANKED);
  const kept: number[] = [];
  for (let keyword = 0; keyword < lists.count && kept.length < maxKeywords; keyword++)
    if (isListed(keyword)) numbers[keyword] = kept.push(keyword) - 1;
  const starts = new Int32Array(lists.pinCount + 1);
  for (let pin = 0; pin < lists.pinCount; pin++) starts[pin + 1] = starts[pin]! + lists.keywordsOf(pin).length;
  const values = new Int32Array(starts[lists.pinCount]!);
  for (let pin = 0; pin < lists.pinCount; pin++) values.set(lists.keywordsOf(pin), starts[pin]);
  const collected = Int32Array.from(kept, (keyword) => lists.collected[keyword]!);
  return keywordLists(kept.map((keyword) => lists.keys[keyword]!), collected, renumber({ starts, values }, numbers)); // prettier-ignore
}
