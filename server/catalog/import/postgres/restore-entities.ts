import type { PoolClient } from 'pg';
import { searchedColumns } from '#domain/catalog/keywords/best-match';
import { dayOfReading, type Reading, readingsByMonth } from '#domain/catalog/history/readings';
import { encodeMonth, ReadingColumns, toReadings } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { type Day, monthOfDay } from '#domain/days';
import type { JournaledReading } from '#server/catalog/import/postgres/import-journals';
import { computeTerms } from '#server/catalog/import/postgres/merge-batch';
import { importedMetrics } from '#server/catalog/import/postgres/merge-sql';
import { markTextsChanged } from '#server/database/catalog-stats';
import { historyTablesOf, tablesOf } from '#server/database/catalog-tables';
import { deleteHistoriesSql, historyColumnsSql, openFromSql, readHistory, type StoredHistory } from '#server/database/history/history-sql';
import { type KeyedReading, type SealedMonth, storeMonths, storeReadings } from '#server/database/history/store-history';

/** A change of a journal. Its content stays in the database. */
export interface Change {
  readonly id: number;
  readonly _id: string;
  readonly journal_id: number;
  readonly run_id: number;
  readonly source: string;
  readonly imported_at: Date;
  /** Digits: it is too long for a number. */
  readonly digest: string;
  /** The days of its points as minutes; null for a row that equals the last one merged. */
  readonly at: readonly number[] | null;
  readonly readings: readonly JournaledReading[] | null;
  readonly is_new: boolean;
  /** Whether the import that is taken back gave it. */
  readonly is_own: boolean;
}

/** Finds changes by `changeValues`: their index begins with the entity. */
export const areChanges = 'c.entity = $1 and c._id = any($2) and c.id = any($3::bigint[])';
export const changeValues = (entity: EntityType, changes: readonly Pick<Change, '_id' | 'id'>[]) => [
  entity,
  changes.map(({ _id }) => _id),
  changes.map(({ id }) => id),
];

/**
 * Restores what entities were before their changes, which are in their order: each metric and row as the first change met it that changed it,
 * and their readings. Entities that the first change added go.
 */
export async function restoreEntities(client: PoolClient, entity: EntityType, changes: readonly Change[]): Promise<void> {
  const chains = Map.groupBy(changes, ({ _id }) => _id);
  const known = [...chains].filter(([, [first]]) => !first!.is_new);
  const added = [...chains].flatMap(([id, [first]]) => (first!.is_new ? [id] : []));
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const ofKnown = changeValues(
    entity,
    known.flatMap(([, chain]) => chain),
  );
  await client.query(restoreMetricsSql(entity), ofKnown);
  const metRows = `(select distinct on (c._id) c._id, c.before -> 'row' stored from import_changes c
    where ${areChanges} and jsonb_typeof(c.before -> 'row') = 'object' order by c._id, c.id) met`;
  const { rowCount: restored } = await client.query(`delete from ${text} where _id in (select _id from ${metRows})`, ofKnown);
  if (restored || added.length > 0) await markTextsChanged(client, [variantOf[entity]]);
  await client.query(
    `insert into ${text} select restored.* from ${metRows},
       jsonb_populate_record(null::${text}, met.stored || '{"terms": [], "term_occurrences": []}') restored`,
    ofKnown,
  );
  const searched = `select _id, ${searchedColumns[entity].join(', ')} from ${text} where _id = any($1) and terms = '{}'`;
  await computeTerms(client, entity, searched, text, [known.map(([id]) => id)]);
  const ofAdded = [text, metrics, scores].map((table) => `delete from ${table} where _id = any($1)`);
  for (const statement of [...ofAdded, ...deleteHistoriesSql(entity)]) await client.query(statement, [added]);
  await restoreReadings(client, entity, known);
}

/** Sets each metric to the value that the first change with it met. Records of earlier builds have all metrics but the unknown ones. */
function restoreMetricsSql(entity: EntityType): string {
  const { metrics } = tablesOf(variantOf[entity]);
  const columns = importedMetrics(entity);
  const met = `coalesce(c.before -> 'met', jsonb_build_object(${columns.map((column) => `'${column}', null`).join(', ')})
    || jsonb_build_object('last_crawled_at', c.before -> 'row' -> 'last_crawled_at') || (c.before -> 'metrics'))`;
  return `update ${metrics} m set ${columns.map((column) => `${column} = restored.${column}`).join(', ')}
    from (
      select _id, jsonb_object_agg(key, value) metrics from (
        select distinct on (c._id, met.key) c._id, met.key, met.value from import_changes c, jsonb_each(${met}) met
        where ${areChanges} order by c._id, met.key, c.id
      ) first group by _id
    ) chain join ${metrics} stored on stored._id = chain._id, jsonb_populate_record(stored, chain.metrics) restored
    where m._id = chain._id`;
}

/** The reading of each day before the first change that has it; null where there was none. */
function readingsBefore(changes: readonly Change[]): Map<Day, Reading | null> {
  const before = new Map<Day, Reading | null>();
  for (const { at, readings } of changes) {
    const met = new Map(
      (readings ?? []).map(([minute, importId, counts]) => [dayOfReading({ at: minute }), { at: minute, importId, counts }]),
    );
    for (const minute of at ?? []) {
      const day = dayOfReading({ at: minute });
      if (!before.has(day)) before.set(day, met.get(day) ?? null);
    }
  }
  return before;
}

/** Restores the readings of entities as they were before their changes, which are in their order. A history without any readings goes. */
async function restoreReadings(
  client: PoolClient,
  entity: EntityType,
  chains: readonly (readonly [_id: string, changes: readonly Change[]])[],
): Promise<void> {
  const { histories, months, readings } = historyTablesOf(entity);
  const ids = chains.map(([id]) => id);
  const { rows } = await client.query<ChangedHistory>(
    `select h._id, h.key, ${openFromSql(entity)} open_from, ${historyColumnsSql(entity, 'h.key')} from ${histories} h where h._id = any($1)`,
    [ids],
  );
  const changesOf = new Map(chains);
  const writes = new RestoredReadings(entity);
  for (const history of rows) writes.restore(history, readingsBefore(changesOf.get(history._id) ?? []));
  await writes.store(client);
  await client.query(
    `delete from ${histories} h where _id = any($1) and not exists (select 1 from ${months} m where m.key = h.key)
       and not exists (select 1 from ${readings} r where r.key = h.key)`,
    [ids],
  );
}

type ChangedHistory = StoredHistory & { readonly _id: string; readonly key: number; readonly open_from: Day };

/** What restoring readings writes. */
class RestoredReadings {
  readonly #open: KeyedReading[] = [];
  readonly #goneDays: { readonly key: number; readonly day: Day }[] = [];
  readonly #goneMonths: { readonly key: number; readonly day: Day }[] = [];
  readonly #sealed: SealedMonth[] = [];
  readonly #columns: ReadingColumns;

  constructor(private readonly entity: EntityType) {
    this.#columns = new ReadingColumns(countsOf[entity].length);
  }

  restore({ key, open_from: openFrom, ...history }: ChangedHistory, before: ReadonlyMap<Day, Reading | null>): void {
    const changedMonths = new Set<Day>();
    for (const [day, reading] of before) {
      if (day < openFrom) changedMonths.add(monthOfDay(day).from);
      else if (reading) this.#open.push({ key, reading });
      else this.#goneDays.push({ key, day });
    }
    for (const day of changedMonths) this.#goneMonths.push({ key, day });
    readHistory(this.#columns, history);
    const kept = toReadings(this.#columns).filter((reading) => !before.has(dayOfReading(reading)));
    const restored = [...kept, ...[...before.values()].filter((reading) => reading !== null)].sort((one, other) => one.at - other.at);
    for (const { month, readings } of readingsByMonth(restored))
      if (changedMonths.has(month.from)) this.#sealed.push({ key, firstDay: month.from, sealed: encodeMonth(readings) });
  }

  async store(client: PoolClient): Promise<void> {
    const { entity } = this;
    const tables = historyTablesOf(entity);
    for (const [table, column, gone] of [
      [tables.readings, 'day', this.#goneDays],
      [tables.months, 'first_day', this.#goneMonths],
    ] as const)
      await client.query(
        `delete from ${table} t using unnest($1::int[], $2::int[]) g(key, day) where t.key = g.key and t.${column} = g.day`,
        [gone.map(({ key }) => key), gone.map(({ day }) => day)],
      );
    await storeMonths(client, entity, this.#sealed);
    await storeReadings(client, entity, this.#open);
  }
}
