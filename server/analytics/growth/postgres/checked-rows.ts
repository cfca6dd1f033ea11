import { newGainSteps } from '#domain/analytics/growth/jump-share';
import {
  boardChecks,
  type PinFacts,
  pinChecks,
  pinnerChecks,
  type PinnerFacts,
  toStoredChecks,
} from '#domain/analytics/growth/verdict/checks';
import { weeklyPinsOf } from '#domain/analytics/growth/verdict/recent-change';
import { medianOf } from '#domain/numbers';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { JudgedRule } from '#domain/analytics/growth/verdict/rules';
import { MAX_CHECKS } from '#domain/catalog/rows/checks';
import { countsOf, DEFAULT_LIST_PERIOD, defaultMetric, type Metric, scoreColumnOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { memoize } from '#domain/memoize';
import { FLOAT8_OID, INT4_OID, type Rows, RowWriter } from '#server/database/copy/row-writer';
import { RowReader } from '#server/database/copy/row-reader';

// `date_part` returns a double, `extract` a numeric, which takes longer to divide.
const dayOfSql = (time: string): string => `floor(date_part('epoch', ${time}) / 86400)`;

/** The facts that every entity has in common with its scores `s`. */
const scoreSql = (entity: EntityType, array: 'growth' | 'raw'): string =>
  `s.${array}[${scoreColumnOf(entity, defaultMetric[entity], DEFAULT_LIST_PERIOD) + 1}]`;

/** The day of the last reading of the default metric. */
const readOnSql = (entity: EntityType): string =>
  `s.read_on[${(countsOf[entity] as readonly Metric[]).indexOf(defaultMetric[entity]) + 1}]`;

/** What the checks of a row look at, in the order of the numbers that `factsOf` reads. */
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

/** The columns that the checks fill, in the order in which `RowChecker` writes them. */
export const checkColumns = {
  board: ['checks_passed', 'checks_judged', 'checks', 'checks_order', 'known_pins', 'median_saves'],
  pinner: ['checks_passed', 'checks_judged', 'checks', 'checks_order', 'known_pins', 'median_saves', 'last_activity_on', 'last_seen_on'],
  pin: ['checks_passed', 'checks_judged', 'checks', 'checks_order', 'counted_searches', 'median_competition', 'owner_follower_count'],
} as const satisfies Record<EntityType, readonly string[]>;

/**
 * Selects columns of metrics with what their checks look at, in order of id: of every entity, or of those in `changed_ids`. `scores` is the
 * table that `columns` and facts read as `s`.
 */
export function factRowsSql(entity: EntityType, columns: readonly string[], scores: string, isChangedOnly: boolean): string {
  const owners = isChangedOnly ? 'in (select _id from changed_ids)' : 'is not null';
  const changed = isChangedOnly ? 'join changed_ids changed on changed._id = m._id' : '';
  const searches = entity === 'pin' ? ', t.queries' : '';
  return `select ${columns.join(', ')}, array[${factsSql[entity].join(', ')}]::float8[]${searches}
    from ${entity}_metrics m ${changed} left join ${scores} s on s._id = m._id
      ${joinsSql(entity, owners)} order by m._id`;
}

/** The competition of each keyword that has one, by its key. */
export type CompetitionByKey = ReadonlyMap<string, number>;

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
const MAX_MEMOIZED_SEARCHES = 100_000;

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

/** Reads rows of `factRowsSql`, checks each as of a day, and writes their columns, followed by `checkColumns`. */
export class RowChecker {
  readonly #writer = new RowWriter();
  /** The competition by key of a pin's searches. */
  readonly #counted = new Map<string, number>();
  readonly #keyOf = memoize(keywordKey, MAX_MEMOIZED_SEARCHES);
  #facts: Float64Array<ArrayBuffer>;
  readonly entity: EntityType;
  readonly day: Day;
  readonly columnCount: number;
  readonly competitions: CompetitionByKey;

  constructor(entity: EntityType, day: Day, columnCount: number, competitions: CompetitionByKey) {
    this.entity = entity;
    this.day = day;
    this.columnCount = columnCount;
    this.competitions = competitions;
    this.#facts = new Float64Array(factsSql[entity].length);
  }

  check(batch: Rows): Rows {
    const { entity, columnCount } = this;
    const writer = this.#writer;
    const reader = new RowReader(batch.bytes);
    while (!reader.isAtEnd) {
      reader.beginRow();
      writer.beginRow(columnCount + checkColumns[entity].length);
      writer.writeFields(reader.readFields(columnCount));
      this.#facts = reader.readNumberArray(this.#facts).values;
      if (entity === 'pin') this.#writePin(reader);
      else this.#writeOwner(entity);
    }
    return writer.takeRows();
  }

  #writeChecks(rules: readonly JudgedRule[], raw: number): void {
    const { passed, judged, checks, order } = toStoredChecks(this.entity, rules, raw);
    this.#writer.writeNumber(INT4_OID, passed);
    this.#writer.writeNumber(INT4_OID, judged);
    this.#writer.writeBytes(encodedChecks(checks));
    this.#writer.writeNumber(FLOAT8_OID, order);
  }

  /** Writes the checks of a board or an influencer, whose pins they look at. */
  #writeOwner(entity: 'board' | 'pinner'): void {
    const facts = this.#facts;
    const rules = entity === 'board' ? judgeBoard(facts, this.day) : pinnerChecks(commonFacts(facts), this.day);
    this.#writeChecks(rules, facts[7]!);
    this.#writer.writeNumber(INT4_OID, facts[5]!);
    this.#writer.writeNumber(FLOAT8_OID, facts[6]!);
    if (entity === 'board') return;
    this.#writer.writeNumber(INT4_OID, facts[1]!);
    this.#writer.writeNumber(INT4_OID, facts[2]!);
  }

  #writePin(reader: RowReader): void {
    const { searches, counted } = this.#readCompetitions(reader);
    const numbers = this.#facts;
    const competition = medianOf(counted);
    const facts: PinFacts = {
      newSaves: known(numbers[0]!),
      saves: known(numbers[4]!),
      createdOn: known(numbers[1]!),
      searches,
      countedSearches: counted.length,
      competition,
      ownerFollowers: known(numbers[2]!),
    };
    this.#writeChecks(pinChecks(facts, this.day), numbers[3]!);
    this.#writer.writeNumber(INT4_OID, counted.length);
    this.#writer.writeNumber(FLOAT8_OID, competition ?? NaN);
    this.#writer.writeNumber(INT4_OID, numbers[2]!);
  }

  /** Reads the searches of a pin, and the competition of those that are counted keywords. */
  #readCompetitions(reader: RowReader): { readonly searches: number; readonly counted: readonly number[] } {
    let searches = 0;
    const counted = this.#counted;
    counted.clear();
    reader.readTextArray((bytes, from, to) => {
      searches++;
      const key = this.#keyOf(decoder.decode(bytes.subarray(from, to)));
      const competition = this.competitions.get(key);
      if (competition !== undefined) counted.set(key, competition);
    });
    return { searches, counted: [...counted.values()] };
  }
}
