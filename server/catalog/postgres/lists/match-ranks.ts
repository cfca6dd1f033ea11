import { FIELD_BITS, FIELD_MASK, matchScore, type Occurrence } from '#domain/catalog/keywords/best-match';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { RowSet } from '#server/catalog/postgres/lists/row-set';

/** The posting list of a term: its rows, ascending, with its occurrence in each. */
export interface Postings {
  readonly rows: Int32Array;
  readonly occurrences: Int32Array;
}

/** The rows that match keywords, ascending, with the score of each. */
interface Matches {
  readonly rows: Int32Array;
  readonly scores: Int32Array;
}

const noPostings: Postings = { rows: new Int32Array(), occurrences: new Int32Array() };

/** The rows with any of some terms: a term occurs wherever one of them does. */
function unite(lists: readonly Postings[]): Postings {
  if (lists.length < 2) return lists[0] ?? noPostings;
  const rowCount = Math.max(...lists.map(({ rows }) => rows.at(-1) ?? -1)) + 1;
  const occurrencesOf = new Int32Array(rowCount);
  const united = new RowSet(rowCount);
  for (const { rows, occurrences } of lists)
    for (let index = 0; index < rows.length; index++) {
      occurrencesOf[rows[index]!]! |= occurrences[index]!;
      united.add(rows[index]!);
    }
  const rows = united.toArray();
  return { rows, occurrences: rows.map((row) => occurrencesOf[row]!) };
}

const ALL_POSITIONS = 0x7fffffff & ~FIELD_MASK;

/** The rows of one list with their score, which depends on the fields and on whether a phrase starts anywhere: there are few. */
function scoreSingle({ rows, occurrences }: Postings, phrase: KeywordTerms['phrase'] = []): Matches {
  const scoresWith = (positions: number) => Array.from({ length: FIELD_MASK + 1 }, (_, fields) => matchScore([fields | positions], phrase));
  const table = Int32Array.from([...scoresWith(0), ...scoresWith(ALL_POSITIONS)]);
  const scores = new Int32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const occurrence = occurrences[index]!;
    let starts = occurrence >> FIELD_BITS;
    for (const { offset } of phrase) starts &= (occurrence >> FIELD_BITS) >> offset;
    scores[index] = table[(occurrence & FIELD_MASK) + (starts === 0 ? 0 : FIELD_MASK + 1)]!;
  }
  return { rows, scores };
}

/** The rows that are in all lists, with their score. */
function scoreCommon(lists: readonly Postings[], phrase: KeywordTerms['phrase'] = []): Matches {
  const positions = lists.map(() => 0);
  const found: Occurrence[] = lists.map(() => 0);
  const shortest = lists.reduce((best, list) => (list.rows.length < best.rows.length ? list : best), lists[0] ?? noPostings);
  const [rows, scores] = [new Int32Array(shortest.rows.length), new Int32Array(shortest.rows.length)];
  let count = 0;
  for (const row of shortest.rows) {
    let isInAll = true;
    for (let list = 0; list < lists.length && isInAll; list++) {
      const { rows: others, occurrences } = lists[list]!;
      let position = positions[list]!;
      while (position < others.length && others[position]! < row) position++;
      positions[list] = position;
      isInAll = others[position] === row;
      found[list] = occurrences[position] ?? 0;
    }
    if (!isInAll) continue;
    rows[count] = row;
    scores[count++] = matchScore(found, phrase);
  }
  return { rows: rows.subarray(0, count), scores: scores.subarray(0, count) };
}

/** The ranks of matches by score, the highest first; equal scores in the order of the ranks. A counting sort: there are few scores. */
function sortByScore({ rows, scores }: Matches, rankOfRow: Int32Array): Int32Array {
  // The ranks of a large share of a list are sorted fastest as a set of bits.
  const ranks = new RowSet(rankOfRow.length + 1);
  const scoreAt = new Int32Array(rankOfRow.length + 1);
  let maxScore = 0;
  for (let index = 0; index < rows.length; index++) {
    const rank = rankOfRow[rows[index]!]!;
    ranks.add(rank);
    scoreAt[rank] = scores[index]!;
    maxScore = Math.max(maxScore, scores[index]!);
  }
  const starts = new Int32Array(maxScore + 2);
  for (const score of scores) starts[maxScore - score + 1]!++;
  for (let index = 1; index < starts.length; index++) starts[index]! += starts[index - 1]!;
  const sorted = new Int32Array(rows.length);
  ranks.visit((rank) => (sorted[starts[maxScore - scoreAt[rank]!]!++] = rank));
  return sorted;
}

/** Returns the ranks of the rows that match keywords, the best match first, equal matches in the order of the ranks. */
export function rankMatches(
  postingsOf: (term: string) => Postings | undefined,
  { all, any, phrase }: KeywordTerms,
  rankOfRow: Int32Array,
): Int32Array {
  const lists = all.map((term) => postingsOf(term) ?? noPostings);
  if (any) lists.push(unite(any.flatMap((term) => postingsOf(term) ?? [])));
  return sortByScore(lists.length === 1 ? scoreSingle(lists[0]!, phrase) : scoreCommon(lists, phrase), rankOfRow);
}
