import type { ClientBase } from 'pg';
import { newGainSteps } from '#domain/analytics/growth/jump-share';
import { boardChecks, pinChecks, pinnerChecks, type PinnerFacts, toStoredChecks } from '#domain/analytics/growth/verdict/checks';
import { weeklyPinsOf } from '#domain/analytics/growth/verdict/recent-change';
import { medianOf } from '#domain/numbers';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { JudgedRule } from '#domain/analytics/growth/verdict/rules';
import { MAX_CHECKS } from '#domain/catalog/rows/checks';
import { type Column, columns } from '#domain/catalog/columns';
import { countsOf, DEFAULT_LIST_PERIOD, defaultMetric, type Metric, scoreColumnOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { memoize } from '#domain/memoize';
import { copyOut } from '#server/database/copy/binary-copy';
import { FLOAT8_OID, INT4_OID, type Rows, RowWriter } from '#server/database/copy/row-writer';
import type { RowReader } from '#server/database/copy/row-reader';

// `date_part` returns a double, `extract` a numeric, which takes longer to divide.
const dayOfSql = (time: string): string => `floor(date_part('epoch', ${time}) / 86400)`;

/** The growth or the raw score of a metric over the period of the lists, from the scores `s`. */
const scoreSql = (entity: EntityType, array: 'growth' | 'raw', metric: Metric = defaultMetric[entity]): string =>
  `s.${array}[${scoreColumnOf(entity, metric, DEFAULT_LIST_PERIOD) + 1}]`;

/** The day of the last reading of a metric. */
const readOnSql = (entity: EntityType, metric: Metric = defaultMetric[entity]): string =>
  `s.read_on[${(countsOf[entity] as readonly Metric[]).indexOf(metric) + 1}]`;

/** The columns of an entity's metrics table that come from its scores `s`, each with its expression. */
export const growthColumnsSql = (entity: EntityType): ReadonlyMap<string, string> =>
  new Map(
    Object.entries<Column>(columns[entity]).flatMap(([name, { growthOf, readOf, isScore }]): [string, string][] => {
      if (growthOf) return [[name, scoreSql(entity, 'growth', growthOf)]];
      if (readOf) return [[name, readOnSql(entity, readOf)]];
      return isScore ? [[name, `s.${name}`]] : [];
    }),
  );

/** What the checks of a row look at, in the order in which they are read. */
const factsSql = {
  board: [
    '(gone._id is null)::int',
    dayOfSql('m.board_order_modified_at'),
    dayOfSql('m.last_crawled_at'),
    scoreSql('board', 'growth'),
    's.jump_share',
    'coalesce(k.pins, 0)',
    'k.median_saves',
    scoreSql('board', 'raw'),
    readOnSql('board'),
    's.recent_change',
    's.recent_days',
    'm.collaborator_count',
  ],
  pinner: [
    '(gone._id is null)::int',
    dayOfSql('greatest(k.created_at, b.changed_at)'),
    dayOfSql('greatest(k.crawled_at, b.crawled_at)'),
    scoreSql('pinner', 'growth'),
    's.jump_share',
    'coalesce(k.pins, 0)',
    'k.median_saves',
    scoreSql('pinner', 'raw'),
    readOnSql('pinner'),
  ],
  pin: ['s.recent_change', dayOfSql('m.created_at'), 'o.follower_count', scoreSql('pin', 'raw'), 'coalesce(m.saves, m.repin_count)'],
} as const satisfies Record<EntityType, readonly string[]>;

const knownPinsSql = (column: 'board_id' | 'pinner_id', owners: string): string =>
  `(select p.${column} owner, count(c.saves) pins, percentile_cont(0.5) within group (order by c.saves) median_saves,
      max(c.created_at) created_at, max(c.last_crawled_at) crawled_at
    from pins p join pin_metrics c using (_id) where p.${column} ${owners} group by p.${column})`;

/** The ids of the entities that are gone, which are few: their texts are wide, and a large catalog's are not read for one bit of each. */
const goneSql = (entity: EntityType): string =>
  `left join (select _id from ${variantOf[entity]} where not searchable) gone on gone._id = m._id`;

/** The joins of the facts to the rows `m`. `owners` is a condition on the entities that other rows belong to. */
const joinsSql = (entity: EntityType, owners: string): string =>
  ({
    board: `${goneSql('board')} left join ${knownPinsSql('board_id', owners)} k on k.owner = m._id`,
    pinner: `${goneSql('pinner')} left join ${knownPinsSql('pinner_id', owners)} k on k.owner = m._id
      left join (select b.pinner_id owner, max(c.board_order_modified_at) changed_at, max(c.last_crawled_at) crawled_at
        from boards b join board_metrics c using (_id) where b.pinner_id ${owners} group by b.pinner_id) b on b.owner = m._id`,
    pin: 'join pins t on t._id = m._id left join pinner_metrics o on o._id = t.pinner_id',
  })[entity];

/** The columns that the checks fill, in the order in which they are written. */
export const checkColumns = {
  board: ['checks_passed', 'checks_judged', 'checks', 'checks_order', 'known_pins', 'median_saves'],
  pinner: ['checks_passed', 'checks_judged', 'checks', 'checks_order', 'known_pins', 'median_saves', 'last_activity_on', 'last_seen_on'],
  pin: ['checks_passed', 'checks_judged', 'checks', 'checks_order', 'counted_searches', 'median_competition', 'owner_follower_count'],
} as const satisfies Record<EntityType, readonly string[]>;

/**
 * Selects columns of metrics with what their checks look at, in order of id: of every entity, or of those in `changed_ids`. `scores` is the
 * table that `columns` and facts read as `s`.
 */
function factRowsSql(entity: EntityType, columns: readonly string[], scores: string, isChangedOnly: boolean): string {
  const owners = isChangedOnly ? 'in (select _id from changed_ids)' : 'is not null';
  const changed = isChangedOnly ? 'join changed_ids changed on changed._id = m._id' : '';
  const searches = entity === 'pin' ? ', t.queries' : '';
  return `select ${columns.join(', ')}, array[${factsSql[entity].join(', ')}]::float8[]${searches}
    from ${entity}_metrics m ${changed} left join ${scores} s on s._id = m._id
      ${joinsSql(entity, owners)} order by m._id`;
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

const decoder = new TextDecoder();
/** Each of a row's checks has one of four letters. */
const encodedChecks = memoize((checks) => Buffer.from(checks), 4 ** MAX_CHECKS);
const gain = newGainSteps();

/** What the rules of boards and influencers have in common. */
function commonFacts(facts: Float64Array): PinnerFacts {
  gain.share = facts[4]!;
  return {
    isGone: facts[0] === 0,
    changedOn: known(facts[1]!),
    seenOn: known(facts[2]!),
    percent: known(facts[3]!),
    gain,
    knownPins: facts[5]!,
    medianSaves: known(facts[6]!),
    readOn: known(facts[8]!),
  };
}

function judgeBoard(facts: Float64Array, day: Day): JudgedRule[] {
  const recent = known(facts[9]!) === null ? null : { change: facts[9]!, observedDays: facts[10]! };
  return boardChecks({ ...commonFacts(facts), weeklyPins: weeklyPinsOf(recent), collaborators: known(facts[11]!) }, day);
}

function writeChecks(writer: RowWriter, entity: EntityType, rules: readonly JudgedRule[], raw: number): void {
  const { passed, judged, checks, order } = toStoredChecks(entity, rules, raw);
  writer.writeNumber(INT4_OID, passed);
  writer.writeNumber(INT4_OID, judged);
  writer.writeBytes(encodedChecks(checks));
  writer.writeNumber(FLOAT8_OID, order);
}

/** Writes the checks of a board or an influencer, whose pins they look at. */
function writeOwner(writer: RowWriter, entity: 'board' | 'pinner', facts: Float64Array, day: Day): void {
  writeChecks(writer, entity, entity === 'board' ? judgeBoard(facts, day) : pinnerChecks(commonFacts(facts), day), facts[7]!);
  writer.writeNumber(INT4_OID, facts[5]!);
  writer.writeNumber(FLOAT8_OID, facts[6]!);
  if (entity === 'board') return;
  writer.writeNumber(INT4_OID, facts[1]!);
  writer.writeNumber(INT4_OID, facts[2]!);
}

function writePin(writer: RowWriter, facts: Float64Array, { searches, competitions }: Searches, day: Day): void {
  const competition = medianOf(competitions);
  const pin = {
    newSaves: known(facts[0]!),
    saves: known(facts[4]!),
    createdOn: known(facts[1]!),
    searches,
    countedSearches: competitions.length,
    competition,
    ownerFollowers: known(facts[2]!),
  };
  writeChecks(writer, 'pin', pinChecks(pin, day), facts[3]!);
  writer.writeNumber(INT4_OID, competitions.length);
  writer.writeNumber(FLOAT8_OID, competition ?? NaN);
  writer.writeNumber(INT4_OID, facts[2]!);
}

/** How many searches a pin was found in, and the competition of those that are counted keywords. */
interface Searches {
  readonly searches: number;
  readonly competitions: readonly number[];
}

const MAX_MEMOIZED_SEARCHES = 100_000;

/** Returns what reads the searches of a pin. */
async function createSearchesReader(client: ClientBase): Promise<(reader: RowReader) => Searches> {
  const { rows } = await client.query<{ key: string; competition: number }>(
    'select _id "key", competition from keywords where competition is not null',
  );
  const competitionOf = new Map(rows.map(({ key, competition }) => [key, competition]));
  const keyOf = memoize(keywordKey, MAX_MEMOIZED_SEARCHES);
  const counted = new Map<string, number>();
  return (reader) => {
    let searches = 0;
    counted.clear();
    reader.readTextArray((bytes, from, to) => {
      searches++;
      const key = keyOf(decoder.decode(bytes.subarray(from, to)));
      const competition = competitionOf.get(key);
      if (competition !== undefined) counted.set(key, competition);
    });
    return { searches, competitions: [...counted.values()] };
  };
}

/** Yields rows of `factRowsSql` with their checks as of a day (`checkColumns`) in place of what these look at. */
export async function* checkedRows(
  client: ClientBase,
  entity: EntityType,
  day: Day,
  columns: readonly string[],
  scores: string,
  isChangedOnly: boolean,
): AsyncGenerator<Rows> {
  const readSearches = entity === 'pin' ? await createSearchesReader(client) : null;
  const writer = new RowWriter();
  let facts = new Float64Array(factsSql[entity].length);
  for await (const reader of copyOut(client, factRowsSql(entity, columns, scores, isChangedOnly))) {
    while (reader.nextRow()) {
      writer.beginRow(columns.length + checkColumns[entity].length);
      writer.writeFields(reader.readFields(columns.length));
      facts = reader.readNumberArray(facts).values;
      if (entity === 'pin') writePin(writer, facts, readSearches!(reader), day);
      else writeOwner(writer, entity, facts, day);
    }
    yield writer.takeRows();
  }
}
