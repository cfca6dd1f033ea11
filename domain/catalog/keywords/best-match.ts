import type { ColumnName } from '#domain/catalog/columns';
import type { EntityType } from '#domain/catalog/variants';

/** The fields of a row that keywords are looked for in, with the weight of a word in each. */
const fieldWeights = { name: 4, topics: 2, owner: 2, description: 1 } as const;
export type SearchedField = keyof typeof fieldWeights;

const fields = Object.keys(fieldWeights) as SearchedField[];

/**
 * Where a term occurs in a row, as a number: a bit for each field, then a bit for each position in the name. Of a long name only the first
 * positions are known.
 */
export type Occurrence = number;

export const FIELD_BITS = fields.length;
export const FIELD_MASK = 2 ** FIELD_BITS - 1;
const MAX_KNOWN_POSITION = 30 - FIELD_BITS;

const fieldBit = (field: SearchedField): number => 1 << fields.indexOf(field);
export const NAME_BIT = fieldBit('name');

/** A term in a field; in the name, at a position counted from 0. */
export function occurrenceIn(field: SearchedField, position: number): Occurrence {
  const isKnown = field === 'name' && position <= MAX_KNOWN_POSITION;
  return fieldBit(field) | (isKnown ? 1 << (FIELD_BITS + position) : 0);
}

/** Term weight by field bitmask: the sum over the fields that the term occurs in. */
export const weightsByFields: readonly number[] = Array.from({ length: FIELD_MASK + 1 }, (_, bits) =>
  fields.reduce((sum, field) => sum + ((bits & fieldBit(field)) === 0 ? 0 : fieldWeights[field]), 0),
);

/** A word of the search: the index of its term, and its position in what was typed. */
export interface PhraseTerm {
  readonly index: number;
  readonly offset: number;
}

/** A shift by this number of bits leaves no position. */
export const MAX_PHRASE_OFFSET = 31;

/** More than the weights of any search. */
export const ALL_IN_NAME_SCORE = 1_000;
export const PHRASE_SCORE = 2_000;

/**
 * How well a row matches keywords, given where each of their terms occurs in it: first rows with the keywords as a phrase in their name, then
 * rows with all of them in the name, then the others; among these, by the weights of the terms. The SQL of short lists computes the same.
 */
export function matchScore(occurrences: ArrayLike<Occurrence>, phrase: readonly PhraseTerm[]): number {
  let [weights, common] = [0, NAME_BIT];
  for (let index = 0; index < occurrences.length; index++) {
    const occurrence = occurrences[index]!;
    weights += weightsByFields[occurrence & FIELD_MASK]!;
    common &= occurrence;
  }
  if (common === 0) return weights;
  let starts = phrase.length === 0 ? 0 : -1;
  for (const { index, offset } of phrase) starts &= (occurrences[index]! >> FIELD_BITS) >> offset;
  return weights + (starts === 0 ? ALL_IN_NAME_SCORE : PHRASE_SCORE);
}

/** Columns with texts that keywords are looked for in, the most relevant first: a long row keeps only its first terms. */
export const searchedColumns = {
  board: ['name', 'description', 'topics', 'pinner_username'],
  pinner: ['name', 'username', 'description', 'topics'],
  pin: ['name', 'description', 'topics', 'queries', 'pinner_username'],
} as const satisfies { readonly [E in EntityType]: readonly ColumnName<E>[] };

/** The fields that searched columns belong to. */
export const searchedFields = {
  name: 'name',
  username: 'owner',
  pinner_username: 'owner',
  topics: 'topics',
  queries: 'topics',
  description: 'description',
} as const satisfies Readonly<Record<(typeof searchedColumns)[EntityType][number], SearchedField>>;
