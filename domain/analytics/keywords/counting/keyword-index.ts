/** The keywords of a catalog, numbered by rank: those of most pins first, then by key. Pins are numbered in the order they were read. */
export interface KeywordIndex {
  readonly count: number;
  readonly pinCount: number;
  readonly keys: readonly string[];
  /** The most frequent spellings. */
  readonly names: readonly string[];
  /** The number of boards of each keyword. */
  readonly boards: Int32Array;
  /** The pins of a keyword, in ascending order. */
  pinsOf(keyword: number): Int32Array;
  /** The keywords of a pin. */
  keywordsOf(pin: number): Int32Array;
}

/** Keywords as they were collected: pairs of a pin and a keyword. */
export interface CollectedKeywords {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly boards: Int32Array;
  /** The keywords of the first pin, then of the second, and so on. */
  readonly pairs: Int32Array;
  /** Where the keywords of each pin end. */
  readonly ends: Int32Array;
  readonly minPins: number;
  readonly maxKeywords: number;
}

const NOT_RANKED = -1;

function countPins(keywordCount: number, pairs: Int32Array): Int32Array {
  const counts = new Int32Array(keywordCount);
  for (const keyword of pairs) counts[keyword]! += 1;
  return counts;
}

/** The keywords that are frequent enough, in order. */
function rankKeywords({ keys, pairs, minPins, maxKeywords }: CollectedKeywords): Int32Array {
  const counts = countPins(keys.length, pairs);
  const frequent: number[] = [];
  for (let keyword = 0; keyword < keys.length; keyword++) if (counts[keyword]! >= minPins) frequent.push(keyword);
  frequent.sort((a, b) => counts[b]! - counts[a]! || (keys[a]! < keys[b]! ? -1 : 1));
  return Int32Array.from(frequent.slice(0, maxKeywords));
}

/** Lists of integers one after another: the list of `owner` is from `starts[owner]` to `starts[owner + 1]`. */
interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

const listOf = ({ starts, values }: Lists, owner: number): Int32Array => values.subarray(starts[owner], starts[owner + 1]);

/** The ranked keywords of each pin. */
function listKeywords({ pairs, ends }: CollectedKeywords, ranks: Int32Array): Lists {
  const starts = new Int32Array(ends.length + 1);
  let length = 0;
  for (const keyword of pairs) if (ranks[keyword] !== NOT_RANKED) length++;
  const values = new Int32Array(length);
  let pair = 0;
  let next = 0;
  for (let pin = 0; pin < ends.length; pin++) {
    for (; pair < ends[pin]!; pair++) if (ranks[pairs[pair]!] !== NOT_RANKED) values[next++] = ranks[pairs[pair]!]!;
    starts[pin + 1] = next;
  }
  return { starts, values };
}

/** The pins of each keyword. */
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

/** Ranks collected keywords, leaves out the rare ones, and lists the pins of each. */
export function indexKeywords(collected: CollectedKeywords): KeywordIndex {
  const ranked = rankKeywords(collected);
  const ranks = new Int32Array(collected.keys.length).fill(NOT_RANKED);
  for (const [rank, keyword] of ranked.entries()) ranks[keyword] = rank;
  const keywords = listKeywords(collected, ranks);
  const pins = listPins(ranked.length, keywords);
  return {
    count: ranked.length,
    pinCount: collected.ends.length,
    keys: Array.from(ranked, (keyword) => collected.keys[keyword]!),
    names: Array.from(ranked, (keyword) => collected.names[keyword]!),
    boards: ranked.map((keyword) => collected.boards[keyword]!),
    pinsOf: (keyword) => listOf(pins, keyword),
    keywordsOf: (pin) => listOf(keywords, pin),
  };
}
