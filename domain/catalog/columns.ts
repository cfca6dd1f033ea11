import type { EntityType } from '#domain/catalog/variants';
import type { Metric } from '#domain/catalog/metrics';

/**
 * How a value is stored and sent. An `id` is text compared byte by byte; a `share` is from 0 to 1; a `day` counts from 1970 and is sent as
 * a date; a `time` is sent as ISO 8601 in UTC. `checks` are stored as a letter for each rule and sent as marks by rule. `notes` are what other
 * tools say, by their source.
 */
export type ColumnKind =
  'id' | 'text' | 'texts' | 'boolean' | 'integer' | 'percent' | 'number' | 'share' | 'day' | 'time' | 'checks' | 'notes';

export interface Column {
  readonly kind: ColumnKind;
  /** The table that holds it: the entity's texts, or the narrow table that lists are ordered by. */
  readonly table: 'texts' | 'metrics';
  /** Shown in list rows, and exported as a CSV column of the same name. */
  readonly listed?: true;
  /** Counted by every crawl: the series table has an array of it. */
  readonly history?: true;
  /** Explains the value in the API documentation, where its name does not. */
  readonly description?: string;
  /** The metric whose growth over 90 days this is; recomputed with the scores. */
  readonly growthOf?: Metric;
  /** Recomputed with the scores, whose table has a column of the same name. */
  readonly isScore?: true;
  /** The metric whose last reading was on this day; recomputed with the scores. */
  readonly readOf?: Metric;
  /** Recomputed with the scores, from what the checks of a verdict look at. */
  readonly isCheck?: true;
  /**
   * The list can be ordered by it. `key` identifies the order in the read model and sorts the menu: never reuse or change one. `by` is the
   * column with the sort key, if that is another one.
   */
  readonly order?: { readonly key: number; readonly label: string; readonly by?: string };
}

const text = { kind: 'text', table: 'texts' } as const;
const texts = { kind: 'texts', table: 'texts' } as const;
const listedText = { ...text, listed: true } as const;
const owner = { pinner_id: { kind: 'id', table: 'texts', listed: true }, pinner_username: listedText } as const;
const searchable = { kind: 'boolean', table: 'texts' } as const;
const notes = { kind: 'notes', table: 'texts' } as const;
const count = { kind: 'integer', table: 'metrics', listed: true, history: true } as const;
const growth = { kind: 'percent', table: 'metrics', listed: true } as const;
/** How the gain of the default metric over 90 days came about. */
const jump = {
  jump_share: {
    kind: 'share',
    table: 'metrics',
    listed: true,
    isScore: true,
    description:
      'The share, 0 to 1, of the gain over 90 days that came on its three largest days: more than 0.5 is "One jump". 0 when the gain is small; null with too few readings.',
  },
  jumped_on: {
    kind: 'day',
    table: 'metrics',
    listed: true,
    isScore: true,
    description: 'The day of the largest step of "One jump", else null.',
  },
} as const;
const time = { kind: 'time', table: 'metrics', listed: true } as const;

const readOf = <const M extends Metric>(metric: M) =>
  ({
    kind: 'day',
    table: 'metrics',
    listed: true,
    readOf: metric,
    description: `The UTC day of the last reading of \`${metric}\`, as of the last recompute; its growth is up to this day.`,
  }) as const;

/** The checks of a verdict. `checks_order` sorts by those that passed, then by momentum. */
const checks = <const K extends number, const L extends string>(key: K, label: L) =>
  ({
    checks_passed: {
      kind: 'integer',
      table: 'metrics',
      listed: true,
      isCheck: true,
      description: 'How many checks of the verdict passed at the last recompute; null if none can be judged.',
      order: { key, label, by: 'checks_order' },
    },
    checks_judged: {
      kind: 'integer',
      table: 'metrics',
      listed: true,
      isCheck: true,
      description: 'How many checks could be judged.',
    },
    checks: {
      kind: 'checks',
      table: 'metrics',
      listed: true,
      isCheck: true,
      description: 'The marks of the checks by rule, as of the last recompute; without rules that make no sense for the entity.',
    },
    checks_order: { kind: 'number', table: 'metrics', isCheck: true },
  }) as const;
/** What the checks look at that other rows have, as of the recompute. */
const checkedInteger = { kind: 'integer', table: 'metrics', isCheck: true } as const;
const checkedNumber = { kind: 'number', table: 'metrics', isCheck: true } as const;
const checkedDay = { kind: 'day', table: 'metrics', isCheck: true } as const;
/** The known pins with saves, and the median of these. */
const knownPins = { known_pins: checkedInteger, median_saves: checkedNumber } as const;

/**
 * Every column of an entity beside its `_id` and provenance, in the order of the CSV export. SQL, schemas, list rows, exports and
 * orderings are derived from this table; tests compare it with the migrations.
 */
export const columns = {
  board: {
    name: listedText,
    description: text,
    url: listedText,
    image_url: listedText,
    ...owner,
    topics: texts,
    searchable,
    notes,
    follower_count: { ...count, order: { key: 1, label: 'Followers' } },
    collaborator_count: { ...count, order: { key: 3, label: 'Collaborators' } },
    pin_count: count,
    follower_growth_last_90_days: { ...growth, growthOf: 'follower_count', order: { key: 2, label: 'Follower growth (90 days)' } },
    collaborator_growth_last_90_days: {
      ...growth,
      growthOf: 'collaborator_count',
      order: { key: 4, label: 'Collaborator growth (90 days)' },
    },
    ...jump,
    board_order_modified_at: { ...time, order: { key: 5, label: 'Last change' } },
    created_at: { ...time, order: { key: 6, label: 'Date created' } },
    followers_read_on: readOf('follower_count'),
    collaborators_read_on: readOf('collaborator_count'),
    pins_read_on: readOf('pin_count'),
    ...checks(7, 'Worth joining'),
    ...knownPins,
  },
  pinner: {
    username: listedText,
    name: listedText,
    description: text,
    url: listedText,
    image_url: listedText,
    domain_url: text,
    website_url: text,
    profile_reach: { kind: 'integer', table: 'texts' },
    topics: texts,
    searchable,
    notes,
    follower_count: { ...count, order: { key: 1, label: 'Followers' } },
    profile_views: { ...count, description: 'Monthly viewers.', order: { key: 2, label: 'Monthly viewers' } },
    follower_growth_last_90_days: { ...growth, growthOf: 'follower_count', order: { key: 3, label: 'Follower growth (90 days)' } },
    viewer_growth_last_90_days: { ...growth, growthOf: 'profile_views', order: { key: 4, label: 'Viewer growth (90 days)' } },
    ...jump,
    created_at: { ...time, order: { key: 5, label: 'Date created' } },
    followers_read_on: readOf('follower_count'),
    viewers_read_on: readOf('profile_views'),
    ...checks(6, 'Worth following'),
    ...knownPins,
    /** The creation of their newest pin, or the last change of their boards if that is later. */
    last_activity_on: checkedDay,
    /** The last crawl of any of these. */
    last_seen_on: checkedDay,
  },
  pin: {
    name: listedText,
    description: text,
    url: listedText,
    image_url: listedText,
    link: text,
    domain: text,
    ...owner,
    board_id: { kind: 'id', table: 'texts' },
    /** Of a board and an owner whose ids are unknown: those with an id have rows of their own. */
    board_name: text,
    owner_name: text,
    queries: texts,
    topics: texts,
    searchable,
    notes,
    saves: { ...count, order: { key: 1, label: 'Saves' } },
    repin_count: { ...count, order: { key: 2, label: 'Repins' } },
    saves_growth_last_90_days: { ...growth, growthOf: 'saves', order: { key: 3, label: 'Save growth (90 days)' } },
    ...jump,
    created_at: { ...time, order: { key: 4, label: 'Date created' } },
    saves_read_on: readOf('saves'),
    repins_read_on: readOf('repin_count'),
    ...checks(5, 'Worth copying'),
    /** The searches that it was found in and that are counted keywords, and the median of their competition. */
    counted_searches: checkedInteger,
    median_competition: checkedNumber,
    owner_follower_count: checkedInteger,
  },
} as const satisfies Record<EntityType, Readonly<Record<string, Column>>>;

type Columns = typeof columns;
export type ColumnName<E extends EntityType> = keyof Columns[E] & string;

/** The names of an entity's columns that have these properties. */
type ColumnsWith<E extends EntityType, P extends Partial<Column>> = {
  [N in ColumnName<E>]: Columns[E][N] extends P ? N : never;
}[ColumnName<E>];

/** The names of an entity's columns that have these properties, in their order. */
export function columnsWith<E extends EntityType, const P extends Partial<Column>>(entity: E, properties: P): readonly ColumnsWith<E, P>[] {
  const required = Object.entries(properties) as [keyof Column, unknown][];
  const matches = ([, column]: [string, Column]) => required.every(([property, value]) => column[property] === value);
  const found = Object.entries<Column>(columns[entity]).filter(matches);
  return found.map(([name]) => name as ColumnsWith<E, P>);
}

/** The listed columns that are fields of a list row as such, with their names; the two of its owner are nested. */
export const listedFields = (entity: EntityType): [string, Column][] =>
  Object.entries<Column>(columns[entity]).filter(([name, { listed }]) => listed && !(name in owner));

/** The kind of a column. */
export type KindOf<E extends EntityType, N extends ColumnName<E>> = Columns[E][N] extends { readonly kind: infer K extends ColumnKind }
  ? K
  : never;

/** The names of an entity's listed columns. */
export type ListedColumn<E extends EntityType> = ColumnsWith<E, { readonly listed: true }>;

/** The listed columns that are fields of a list row as such; the two of its owner are nested (see `toListRow`). */
export type ListedField<E extends EntityType> = Exclude<ListedColumn<E>, keyof typeof owner>;
