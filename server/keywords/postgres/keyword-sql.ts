import { MIN_CONTESTED_SCORE, MIN_LOCKED_SCORE } from '#domain/keywords/competition';
import { type KeywordOrder, keywordOrderNames } from '#domain/keywords/keyword-orders';
import type { KeywordSelection } from '#domain/keywords/keywords';
import { prefixQuery } from '#server/database/prefix-query';

/** A statement with its values, prepared under its name. */
export interface KeywordStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const rowColumns = `_id key, name, pins, boards, saves, median_saves "medianSaves", competition, momentum, raw, growth, confidence, fresh, opportunity,
  sparkline, pins_by_month "pinsByMonth"`;
const pageColumns = `${rowColumns}, known_pins "knownPins", measured_pins "measuredPins", top_saves, top_ages, top_owners,
  top_pins "topPins", top_boards "topBoards", top_pinners "topPinners", related, related_common`;

const rankColumn: Readonly<Record<KeywordOrder, string>> = Object.fromEntries(
  keywordOrderNames.map((order) => [order, `by_${order}`]),
) as Record<KeywordOrder, string>;

/** Whether every keyword is selected. */
export const isWhole = ({ words, filters }: KeywordSelection): boolean => words === null && Object.keys(filters).length === 0;

/** A page of all keywords: a range of ranks. */
export const keywordPageStatement = (order: KeywordOrder, offset: number, limit: number): KeywordStatement => ({
  name: `keywords-${order}`,
  text: `select ${rowColumns} from keywords where ${rankColumn[order]} > $1 and ${rankColumn[order]} <= $2 order by ${rankColumn[order]}`,
  values: [offset, offset + limit],
});

/** The competition of a level, from its lowest score on. */
const levelSql: Readonly<Record<string, string>> = {
  open: `competition < ${MIN_CONTESTED_SCORE}`,
  contested: `competition >= ${MIN_CONTESTED_SCORE} and competition < ${MIN_LOCKED_SCORE}`,
  locked: `competition >= ${MIN_LOCKED_SCORE}`,
};

/** The conditions of a selection on the narrow table, with their values from `$1` on. */
function selectionSql({ words, filters }: KeywordSelection): { readonly condition: string; readonly values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const { competition, pins, season, peak_month: months, script } = filters;
  if (words !== null) conditions.push(`words @@ ${parameter(prefixQuery(words))}::tsquery`);
  if (competition) conditions.push(`(${competition.map((level) => levelSql[level] ?? 'false').join(' or ')})`);
  if (pins?.min != null) conditions.push(`pins >= ${parameter(pins.min)}`);
  if (pins?.max != null) conditions.push(`pins <= ${parameter(pins.max)}`);
  if (season) conditions.push('peak is not null');
  if (months) conditions.push(`peak = any(${parameter(months.map(Number))})`);
  if (script) conditions.push(`script = any(${parameter(script)})`);
  return { condition: conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`, values };
}

/** The keys of a page of selected keywords, and their exact total. */
export function selectedKeysStatement(selection: KeywordSelection, offset: number, limit: number): Omit<KeywordStatement, 'name'> {
  const { condition, values } = selectionSql(selection);
  const [skipped, shown] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return {
    text: `with found as materialized (select _id, ${rankColumn[selection.order]} place from keyword_ranks${condition})
      select (select count(*)::int from found) total, array(select _id from found order by place offset ${skipped} limit ${shown}) keys`,
    values: [...values, offset, limit],
  };
}

/** The keys of all selected keywords, in order. */
export function keywordKeysStatement(selection: KeywordSelection): Omit<KeywordStatement, 'name'> {
  const { condition, values } = selectionSql(selection);
  return { text: `select _id from keyword_ranks${condition} order by ${rankColumn[selection.order]}`, values };
}

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
