import { searchedColumns } from '#domain/catalog/keywords/best-match';
import { arrayColumns, textColumns, valueColumns } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { firstDayOfMonthSql, historyColumnsSql, openFromSql } from '#server/database/history/history-sql';
import { stagingTable, changedIdsTable } from '#server/catalog/import/postgres/staging-tables';
import { historyTablesOf } from '#server/database/catalog-tables';

/** The statements of `mergeBatch`, in its order. Every name in them comes from the column table. */

const joinColumns = (columns: readonly string[], form: (column: string) => string): string => columns.map(form).join(', ');
const rowSql = (columns: readonly string[], alias: string): string => `row(${joinColumns(columns, (column) => `${alias}.${column}`)})`;

/**
 * Creates `incoming`: the staged rows that differ from the last row merged into their entity (`digest`); those without content are for the
 * journal. `is_new`: the entity is not stored yet. `is_newer`: crawled no earlier than the stored row, whose last crawl was on the day
 * `crawled_on`.
 */
export const collectIncomingSql = (runId: number, entity: EntityType, batch: number): string[] => [
  `create temp table incoming_${entity} on commit drop as
     select s.*, e._id is null as is_new, m._id is null as is_uncounted,
       s.last_crawled_at is not null and (m.last_crawled_at is null or s.last_crawled_at >= m.last_crawled_at) as is_newer,
       floor(extract(epoch from m.last_crawled_at) / 86400)::integer as crawled_on
     from ${stagingTable(runId, entity)} s
       left join ${variantOf[entity]} e on e._id = s._id left join ${entity}_metrics m on m._id = s._id
     where s.slice = ${Math.trunc(batch)} and s.at is not null and (e._id is null or m.digest is distinct from s.digest)`,
  `analyze incoming_${entity} (_id, is_new, is_uncounted)`,
];

export const countIncomingSql = (entity: EntityType): string =>
  `select count(*) filter (where is_new)::int added, count(*) filter (where not is_new)::int known from incoming_${entity}`;

/** Selects the searched columns of new rows that were staged without terms. */
export const selectNewWithoutTermsSql = (entity: EntityType): string =>
  `select _id, ${searchedColumns[entity].join(', ')} from incoming_${entity} where is_new and terms is null`;

/** Sets terms: $1 ids, $2 the terms of each, $3 their occurrences, both joined by the unit separator. */
export const setTermsSql = (table: string): string =>
  `update ${table} c set terms = string_to_array(u.terms, E'\\x1f'), term_occurrences = string_to_array(u.occurrences, E'\\x1f')::integer[]
   from unnest($1::text[], $2::text[], $3::text[]) u(_id, terms, occurrences) where c._id = u._id`;

/** Inserts new entities; $1 the source, $2 the time of the import. */
export const insertNewSql = (entity: EntityType): string => {
  const columns = textColumns[entity];
  return `insert into ${variantOf[entity]} (_id, ${columns.join(', ')}, terms, term_occurrences, source, imported_at)
    select _id, ${joinColumns(columns, (column) => (column === 'searchable' ? 'coalesce(searchable, true)' : column))}, terms, term_occurrences, $1, $2
    from incoming_${entity} where is_new`;
};

/** The merged value: a newer row replaces what it knows, an older one fills what is unknown. An empty list is unknown. */
const mergedColumnSql = (column: string): string => {
  // Each tool keeps its own notes: jsonb || takes the value of the right side for a source that both have.
  if (column === 'notes')
    return `case when i.is_newer then coalesce(e.notes || i.notes, i.notes, e.notes) else coalesce(i.notes || e.notes, e.notes, i.notes) end as notes`;
  const isList = arrayColumns.has(column);
  const [incoming, stored] = isList ? [`nullif(i.${column}, '{}')`, `nullif(e.${column}, '{}')`] : [`i.${column}`, `e.${column}`];
  const value = `case when i.is_newer then coalesce(${incoming}, ${stored}) else coalesce(${stored}, ${incoming}) end`;
  return `${isList ? `coalesce(${value}, '{}')` : value} as ${column}`;
};

/** Creates `changed`: the stored entities whose texts change, with their merged values. A different source alone is no change. */
export const collectChangedSql = (entity: EntityType): string => {
  const [compared, searched] = [textColumns[entity], searchedColumns[entity]];
  return `create temp table changed_${entity} on commit drop as
    select e._id, m.*, i.is_newer, ${rowSql(searched, 'm')} is distinct from ${rowSql(searched, 'e')} as text_changed, null::text[] as terms, null::integer[] as term_occurrences
    from incoming_${entity} i join ${variantOf[entity]} e on e._id = i._id cross join lateral (
      select ${joinColumns(compared, mergedColumnSql)}
    ) m
    where not i.is_new and ${rowSql(compared, 'm')} is distinct from ${rowSql(compared, 'e')}`;
};

/** Selects the searched columns of entities whose texts changed. */
export const selectWithChangedTextSql = (entity: EntityType): string =>
  `select _id, ${searchedColumns[entity].join(', ')} from changed_${entity} where text_changed`;

/** Updates changed entities; $1 the source, $2 the time of the import. */
export const updateChangedSql = (entity: EntityType): string =>
  `update ${variantOf[entity]} e set ${joinColumns(textColumns[entity], (column) => `${column} = c.${column}`)},
   source = case when c.is_newer then $1 else e.source end, imported_at = $2,
   terms = case when c.text_changed then coalesce(c.terms, '{}') else e.terms end,
   term_occurrences = case when c.text_changed then coalesce(c.term_occurrences, '{}') else e.term_occurrences end
   from changed_${entity} c where c._id = e._id`;

/**
 * Creates `incoming_histories`: the key of each entity with points, and whether all of them come after its stored readings, in open months.
 * No reading is later than the last crawl of its entity, so that most need no look at what is stored.
 */
export const collectHistoriesSql = (entity: EntityType): string[] => {
  const { histories, readings } = historyTablesOf(entity);
  return [
    `insert into ${histories} (_id) select _id from incoming_${entity} i where cardinality(at) > 0
       and not exists (select from ${histories} h where h._id = i._id) order by _id`,
    `create temp table incoming_histories_${entity} on commit drop as
       select h.key, h._id, i.at[1] / 1440 as first_day, i.at[cardinality(i.at)] / 1440 as last_day,
         i.at[1] / 1440 >= ${openFromSql(entity)} and case when i.is_new then true when i.crawled_on is not null then i.crawled_on < i.at[1] / 1440
           else not exists (select from ${readings} r where r.key = h.key and r.day >= i.at[1] / 1440) end as is_appended
       from incoming_${entity} i join ${histories} h on h._id = i._id where cardinality(i.at) > 0`,
    `create temp table changed_histories_${entity} (_id text collate "C", ${joinColumns(countsOf[entity], (count) => `${count} integer`)})
       on commit drop`,
  ];
};

/** Selects the number of histories that readings are appended to, and their first and last day. */
export const selectAppendedDaysSql = (entity: EntityType): string =>
  `select count(*)::int appended, min(first_day) "first", max(last_day) "last" from incoming_histories_${entity} where is_appended`;

/** Selects the first and the last day of the staged readings that stay open. */
export const stagedDaysSql = (runId: number, entity: EntityType): string =>
  `select greatest(min(at[1]) / 1440, ${openFromSql(entity)}) "first", max(at[cardinality(at)]) / 1440 "last" from ${stagingTable(runId, entity)}
   where cardinality(at) > 0 having max(at[cardinality(at)]) / 1440 >= ${openFromSql(entity)}`;

/** Appends readings. Sorted by key, they fill the index of their month in its order. One reading, as in a daily feed, needs no `unnest`. */
export const appendReadingsSql = (runId: number, entity: EntityType): string => {
  const counts = countsOf[entity];
  const selected = (at: string, valueOf: (count: string) => string) =>
    `select h.key, ${at} / 1440, ${at} % 1440, ${Math.trunc(runId)}, ${joinColumns(counts, valueOf)}
     from incoming_histories_${entity} h join incoming_${entity} i on i._id = h._id`;
  return `insert into ${historyTablesOf(entity).readings} (key, day, minute, import_id, ${counts.join(', ')})
    ${selected('i.at[1]', (count) => `i.${count}[1]`)} where h.is_appended and h.first_day = h.last_day
    union all ${selected('u.at', (count) => `u.${count}`)}, unnest(i.at, ${joinColumns(counts, (count) => `i.${count}`)}) u(at, ${counts.join(', ')})
    where h.is_appended and h.first_day < h.last_day order by 1, 2`;
};

/** The newest known value of a count: after its readings were merged, or the last one of those that were appended. */
const newestValueSql = (count: string): string =>
  `coalesce(n.${count}, case when h.is_appended then coalesce(i.${count}[cardinality(i.${count})],
     (select u.value from unnest(i.${count}) with ordinality u(value, index) where u.value is not null order by u.index desc limit 1)) end)`;

/** Selects the histories that are merged reading by reading: the incoming points, and what is stored of their months and later ones. */
export const selectMergedHistoriesSql = (entity: EntityType): string =>
  `select h._id, h.key, array_send(i.at) "at", array_send(i.timed::int[]) timed, ${joinColumns(countsOf[entity], (count) => `array_send(i.${count}) ${count}`)},
     ${historyColumnsSql(entity, 'h.key', firstDayOfMonthSql('i.at[1] / 1440'))}
   from incoming_histories_${entity} h join incoming_${entity} i on i._id = h._id where not h.is_appended order by h.key`;

/** Records entities whose readings were merged and changed: $1 ids, then the newest known values per count. */
export const recordMergedSql = (entity: EntityType): string =>
  `insert into changed_histories_${entity} select * from unnest($1::text[], ${countsOf[entity].map((_, index) => `$${index + 2}::int[]`).join(', ')})`;

/** The columns of the metrics that imports write; the others are computed. */
export const importedMetrics = (entity: EntityType): readonly string[] => [
  ...countsOf[entity],
  ...valueColumns[entity].map(([name]) => name),
  'last_crawled_at',
  'digest',
];

/**
 * Updates the metrics of known entities from the newest values and the incoming ones, with the content hash and the last crawl of whatever
 * changed; then adds those of new ones. Both record the entities for the recompute.
 */
export const mergeMetricsSql = (runId: number, entity: EntityType): { update: string; insert: string } => {
  const [counts, values] = [countsOf[entity], valueColumns[entity].map(([name]) => name)];
  const columns = [...counts, ...values, 'last_crawled_at'];
  const mergedValueSql = (column: string) =>
    `case when i.is_newer then coalesce(i.${column}, m.${column}) else coalesce(m.${column}, i.${column}) end as ${column}`;
  const newestSources = `left join changed_histories_${entity} n on n._id = i._id left join incoming_histories_${entity} h on h._id = i._id and h.is_appended`;
  const recorded = (statement: string) =>
    `with changed as (${statement} returning _id) insert into ${changedIdsTable(runId)} select '${entity}', _id from changed`;
  return {
    update: recorded(
      `update ${entity}_metrics t set ${joinColumns(columns, (column) => `${column} = x.${column}`)}, digest = x.digest
       from (
         select i._id as changed_id, i.digest, n._id is not null or h._id is not null or c._id is not null as is_changed,
           ${joinColumns(counts, (count) => `coalesce(${newestValueSql(count)}, m.${count}) as ${count}`)}, ${joinColumns(values, mergedValueSql)},
           greatest(m.last_crawled_at, i.last_crawled_at) as last_crawled_at
         from incoming_${entity} i join ${entity}_metrics m on m._id = i._id ${newestSources}
           left join changed_${entity} c on c._id = i._id
         where not i.is_new
       ) x
       where t._id = x.changed_id and (x.is_changed or ${rowSql(columns, 't')} is distinct from ${rowSql(columns, 'x')})`,
    ),
    insert: recorded(
      `insert into ${entity}_metrics (_id, ${columns.join(', ')}, digest)
       select i._id, ${joinColumns(counts, newestValueSql)}, ${joinColumns([...values, 'last_crawled_at'], (column) => `i.${column}`)}, i.digest
       from incoming_${entity} i ${newestSources} where i.is_uncounted`,
    ),
  };
};
