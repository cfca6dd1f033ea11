import { FIELD_BITS, FIELD_MASK, matchScore, type Occurrence } from '#domain/catalog/keywords/best-match';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';

/** The posting list of a term: the ranks of its rows, ascending, with its occurrence in each. */
export interface Postings {
  readonly ranks: Int32Array;
  readonly occurrences: Int32Array;
}

const noPostings: Postings = { ranks: new Int32Array(), occurrences: new Int32Array() };

/** The rows with any of some terms: a term occurs wherever one of them does. */
function unite(lists: readonly Postings[]): Postings {
  if (lists.length < 2) return lists[0] ?? noPostings;
  const maxRank = Math.max(...lists.map(({ ranks }) => ranks.at(-1) ?? 0));
  const byRank = new Int32Array(maxRank + 1);
  const isKnown = new Uint8Array(maxRank + 1);
  for (const { ranks, occurrences } of lists)
    for (let index = 0; index < ranks.length; index++) {
      byRank[ranks[index]!]! |= occurrences[index]!;
      isKnown[ranks[index]!] = 1;
    }
  const ranks = new Int32Array(lists.reduce((sum, list) => sum + list.ranks.length, 0));
  let count = 0;
  for (let rank = 0; rank <= maxRank; rank++) if (isKnown[rank] === 1) ranks[count++] = rank;
  const united = ranks.subarray(0, count);
  return { ranks: united, occurrences: united.map((rank) => byRank[rank]!) };
}

const ALL_POSITIONS = 0x7fffffff & ~FIELD_MASK;

/** The ranks of one list with their score, which depends on the fields and on whether a phrase starts anywhere: there are few. */
function scoreSingle({ ranks, occurrences }: Postings, phrase: KeywordTerms['phrase'] = []): { ranks: Int32Array; scores: Int32Array } {
  const scoresWith = (positions: number) => Array.from({ length: FIELD_MASK + 1 }, (_, fields) => matchScore([fields | positions], phrase));
  const table = Int32Array.from([...scoresWith(0), ...scoresWith(ALL_POSITIONS)]);
  const scores = new Int32Array(ranks.length);
  for (let index = 0; index < ranks.length; index++) {
    const occurrence = occurrences[index]!;
    let starts = occurrence >> FIELD_BITS;
    for (const { offset } of phrase) starts &= (occurrence >> FIELD_BITS) >> offset;
    scores[index] = table[(occurrence & FIELD_MASK) + (starts === 0 ? 0 : FIELD_MASK + 1)]!;
  }
  return { ranks, scores };
}

/** The ranks that are in all lists, with their score; ascending. */
function scoreMatches(lists: readonly Postings[], phrase: KeywordTerms['phrase'] = []): { ranks: Int32Array; scores: Int32Array } {
  const positions = lists.map(() => 0);
  const found: Occurrence[] = lists.map(() => 0);
  const shortest = lists.reduce((best, list) => (list.ranks.length < best.ranks.length ? list : best), lists[0] ?? noPostings);
  const [ranks, scores] = [new Int32Array(shortest.ranks.length), new Int32Array(shortest.ranks.length)];
  let count = 0;
  for (const rank of shortest.ranks) {
    let isInAll = true;
    for (let list = 0; list < lists.length && isInAll; list++) {
      const { ranks: others, occurrences } = lists[list]!;
      let position = positions[list]!;
      while (position < others.length && others[position]! < rank) position++;
      positions[list] = position;
      isInAll = others[position] === rank;
      found[list] = occurrences[position] ?? 0;
    }
    if (!isInAll) continue;
    ranks[count] = rank;
    scores[count++] = matchScore(found, phrase);
  }
  return { ranks: ranks.subarray(0, count), scores: scores.subarray(0, count) };
}

/** Sorts ranks by score, the highest first; equal scores stay in their order. A counting sort: there are few scores. */
function sortByScore(ranks: Int32Array, scores: Int32Array): Int32Array {
  let maxScore = 0;
  for (const score of scores) maxScore = Math.max(maxScore, score);
  const starts = new Int32Array(maxScore + 2);
  for (const score of scores) starts[maxScore - score + 1]!++;
  for (let index = 1; index < starts.length; index++) starts[index]! += starts[index - 1]!;
  const sorted = new Int32Array(ranks.length);
  for (let index = 0; index < ranks.length; index++) sorted[starts[maxScore - scores[index]!]!++] = ranks[index]!;
  return sorted;
}

/** Returns the ranks of the rows that match keywords, the best match first, equal matches in the order of the ranks. */
export function rankMatches(postingsOf: (term: string) => Postings | undefined, { all, any, phrase }: KeywordTerms): Int32Array {
  const lists = all.map((term) => postingsOf(term) ?? noPostings);
  if (any) lists.push(unite(any.flatMap((term) => postingsOf(term) ?? [])));
  const { ranks, scores } = lists.length === 1 ? scoreSingle(lists[0]!, phrase) : scoreMatches(lists, phrase);
  return sortByScore(ranks, scores);
}
