import { MIN_CONTESTED_SCORE, MIN_LOCKED_SCORE } from '#domain/keywords/competition';
import { type CountedOrder, countedOrderNames, type KeywordOrder } from '#domain/keywords/keyword-orders';
import type { KeywordSelection } from '#domain/keywords/keywords';
import { prefixQuery } from '#server/database/prefix-query';

/** A statement with its values, prepared under its name. */
interface KeywordStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const rowColumns = `_id key, name, pins, boards, saves, median_saves "medianSaves", competition, momentum, raw, growth, confidence, fresh, opportunity,
  sparkline, pins_by_month "pinsByMonth", peak, o.volume, o.volume_source "volumeSource", o.volume_region "volumeRegion", o.volume_day "volumeDay",
  o.interest, o.season_source "interestSource", o.season_region "interestRegion", o.curve_to "interestTo", o.rise, o.publish_by "publishBy"`;
/** What was imported of each keyword, beside what is counted of it. */
const withOutlook = 'left join lateral (select * from keyword_outlook where keyword = _id limit 1) o on true';
const pageColumns = `${rowColumns}, known_pins "knownPins", measured_pins "measuredPins", top_saves, top_ages, top_owners,
  top_pins "topPins", top_boards "topBoards", top_pinners "topPinners", related, related_common`;

const rankColumn: Readonly<Record<CountedOrder, string>> = Object.fromEntries(
  countedOrderNames.map((order) => [order, `by_${order}`]),
) as Record<CountedOrder, string>;

/** What selected keywords are sorted by: their rank, or what was imported of them. */
const sortKeys: Readonly<Record<KeywordOrder, { readonly column: string; readonly direction?: string }>> = {
  ...(Object.fromEntries(countedOrderNames.map((order) => [order, { column: rankColumn[order] }])) as Record<
    CountedOrder,
    { column: string }
  >),
  volume: { column: 'volume', direction: 'desc nulls last' },
  publish_by: { column: 'publish_by', direction: 'nulls last' },
};

/** Whether an order is one of ranks. */
const isCounted = (order: KeywordOrder): order is CountedOrder => order in rankColumn;

/** A selection of every keyword, in an order of ranks. */
interface WholeSelection extends KeywordSelection {
  readonly order: CountedOrder;
}

/** Whether every keyword is selected, in an order that it has a rank in. */
export const isWhole = (selection: KeywordSelection): selection is WholeSelection =>
  selection.words === null && Object.keys(selection.filters).length === 0 && isCounted(selection.order);

/** A page of all keywords: a range of ranks. */
export const keywordPageStatement = (order: CountedOrder, offset: number, limit: number): KeywordStatement => ({
  name: `keywords-${order}`,
  text: `select ${rowColumns} from keywords ${withOutlook} where ${rankColumn[order]} > $1 and ${rankColumn[order]} <= $2 order by ${rankColumn[order]}`,
  values: [offset, offset + limit],
});

/** The competition of a level, from its lowest score on. */
const levelSql: Readonly<Record<string, string>> = {
  open: `competition < ${MIN_CONTESTED_SCORE}`,
  contested: `competition >= ${MIN_CONTESTED_SCORE} and competition < ${MIN_LOCKED_SCORE}`,
  locked: `competition >= ${MIN_LOCKED_SCORE}`,
};

const todaySql = `((now() at time zone 'utc')::date - date '1970-01-01')`;
/** How many days ahead a choice of the day to publish by reaches. */
const windowDays: Readonly<Record<string, number>> = { now: 0, '30_days': 30, '90_days': 90 };

/** The conditions of a selection on the narrow table, with their values from `$1` on. */
function selectionSql({ words, filters }: KeywordSelection): { readonly condition: string; readonly values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const { competition, pins, season, peak_month: months, volume, publish_by: windows, script } = filters;
  if (words !== null) conditions.push(`words @@ ${parameter(prefixQuery(words))}::tsquery`);
  if (competition) conditions.push(`(${competition.map((level) => levelSql[level] ?? 'false').join(' or ')})`);
  if (pins?.min != null) conditions.push(`pins >= ${parameter(pins.min)}`);
  if (pins?.max != null) conditions.push(`pins <= ${parameter(pins.max)}`);
  if (season) conditions.push('peak is not null');
  if (months) conditions.push(`peak = any(${parameter(months.map(Number))})`);
  if (volume?.min != null) conditions.push(`volume >= ${parameter(volume.min)}`);
  if (volume?.max != null) conditions.push(`volume <= ${parameter(volume.max)}`);
  if (windows)
    conditions.push(
      `rise >= ${todaySql} and publish_by <= ${todaySql} + ${parameter(Math.max(...windows.map((name) => windowDays[name] ?? 0)))}::integer`,
    );
  if (script) conditions.push(`script = any(${parameter(script)})`);
  return { condition: conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`, values };
}

/** The table of ranks, with what was imported where the selection asks for it. */
const rankSource = ({ order, filters: { volume, publish_by: windows } }: KeywordSelection): string =>
  isCounted(order) && !volume && !windows ? 'keyword_ranks' : 'keyword_ranks left join keyword_outlook on keyword = _id';

/** The keys of a page of selected keywords, and their exact total. */
export function selectedKeysStatement(selection: KeywordSelection, offset: number, limit: number): Omit<KeywordStatement, 'name'> {
  const { condition, values } = selectionSql(selection);
  const { column, direction = '' } = sortKeys[selection.order];
  const [skipped, shown] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return {
    text: `with found as materialized (select _id, ${column} place, by_pins tie from ${rankSource(selection)}${condition})
      select (select count(*)::int from found) total, array(select _id from found order by place ${direction}, tie offset ${skipped} limit ${shown}) keys`,
    values: [...values, offset, limit],
  };
}

/** The keys of all selected keywords, in order. */
export function keywordKeysStatement(selection: KeywordSelection): Omit<KeywordStatement, 'name'> {
  const { condition, values } = selectionSql(selection);
  const { column, direction = '' } = sortKeys[selection.order];
  return { text: `select _id from ${rankSource(selection)}${condition} order by ${column} ${direction}, by_pins`, values };
}

/** The keywords of some keys, in their order. */
export const keywordsByKeyStatement = (keys: readonly string[]): KeywordStatement => ({
  name: 'keywords-by-key',
  text: `select ${rowColumns} from unnest($1::text[]) with ordinality wanted(wanted_key, position) join keywords on _id = wanted_key ${withOutlook} order by position`,
  values: [keys],
});

/** Everything about one keyword. */
export const keywordStatement = (key: string): KeywordStatement => ({
  name: 'keyword',
  text: `select ${pageColumns} from keywords ${withOutlook} where _id = $1`,
  values: [key],
});

export const keywordBuildSql =
  'select built_at "builtAt", keywords, pins, (select max(refreshed_at) from keyword_outlook) "outlookAt" from keyword_build';
