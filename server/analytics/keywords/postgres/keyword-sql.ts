import { type KeywordOrder, keywordOrderNames } from '#domain/analytics/keywords/keyword-orders';
import type { KeywordSelection } from '#domain/analytics/keywords/keywords';

/** A statement with its values, prepared under its name. */
export interface KeywordStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const rowColumns = `_id key, name, pins, boards, saves, median_saves "medianSaves", competition, momentum, raw, growth, confidence, fresh, opportunity,
  sparkline`;
const pageColumns = `${rowColumns}, known_pins "knownPins", measured_pins "measuredPins", pins_by_month "pinsByMonth", top_saves, top_ages, top_owners,
  top_pins "topPins", top_boards "topBoards", top_pinners "topPinners", related, related_common`;

/** Sorts after every character. */
const LAST_CHARACTER = '\u{10ffff}';

const rankColumn: Readonly<Record<KeywordOrder, string>> = Object.fromEntries(
  keywordOrderNames.map((order) => [order, `by_${order}`]),
) as Record<KeywordOrder, string>;

const prefixCondition = 'folded >= $1 and folded < $2';
const prefixValues = (prefix: string) => [prefix, prefix + LAST_CHARACTER];

/** A page of keywords. Without a prefix it is a range of ranks. */
export function keywordPageStatement({ prefix, order }: KeywordSelection, offset: number, limit: number): KeywordStatement {
  const rank = rankColumn[order];
  if (prefix === null)
    return {
      name: `keywords-${order}`,
      text: `select ${rowColumns} from keywords where ${rank} > $1 and ${rank} <= $2 order by ${rank}`,
      values: [offset, offset + limit],
    };
  return {
    name: `keywords-prefix-${order}`,
    text: `select ${rowColumns} from keywords where ${prefixCondition} order by ${rank} limit $4 offset $3`,
    values: [...prefixValues(prefix), offset, limit],
  };
}

/** The number of keywords that begin with a text. */
export const prefixCountStatement = (prefix: string): KeywordStatement => ({
  name: 'keywords-prefix-count',
  text: `select count(*)::int total from keywords where ${prefixCondition}`,
  values: prefixValues(prefix),
});

/** The keys of all selected keywords, in order. */
export const keywordKeysStatement = ({ prefix, order }: KeywordSelection): KeywordStatement => ({
  name: `keyword-keys-${order}-${prefix === null ? 'all' : 'prefix'}`,
  text: `select _id from keywords ${prefix === null ? '' : `where ${prefixCondition}`} order by ${rankColumn[order]}`,
  values: prefix === null ? [] : prefixValues(prefix),
});

/** The keywords of some keys, in their order. */
export const keywordsByKeyStatement = (keys: readonly string[]): KeywordStatement => ({
  name: 'keywords-by-key',
  text: `select ${rowColumns} from unnest($1::text[]) with ordinality wanted(wanted_key, position) join keywords on _id = wanted_key order by position`,
  values: [keys],
});

/** Everything about one keyword. */
export const keywordStatement = (key: string): KeywordStatement => ({
  name: 'keyword',
  text: `select ${pageColumns} from keywords where _id = $1`,
  values: [key],
});

export const keywordBuildSql = 'select built_at "builtAt", keywords, pins from keyword_build';
