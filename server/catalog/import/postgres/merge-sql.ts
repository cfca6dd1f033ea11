import { searchedColumns } from '#domain/catalog/columns';
import { arrayColumns, textColumns, valueColumns } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { stagingTable, changedIdsTable } from '#server/catalog/import/postgres/staging-tables';

/** The statements of `mergeBatch`, in its order. Every name in them comes from the column table. */

const joinColumns = (columns: readonly string[], form: (column: string) => string): string => columns.map(form).join(', ');
const rowSql = (columns: readonly string[], alias: string): string => `row(${joinColumns(columns, (column) => `${alias}.${column}`)})`;

/**
 * Creates `incoming`: the staged rows that differ from the last row merged into their entity (`digest`). `is_new`: the entity is not
 * stored yet. `is_unseen`: its series is not stored either. `is_newer`: crawled no earlier than the stored row.
 */
export const collectIncomingSql = (runId: number, entity: EntityType, batch: number): string[] => [
  `create temp table incoming_${entity} on commit drop as
     select s.*, e._id is null as is_new, e._id is null and c._id is null as is_unseen,
       s.last_crawled_at is not null and (e.last_crawled_at is null or s.last_crawled_at >= e.last_crawled_at) as is_newer
     from ${stagingTable(runId, entity)} s
       left join ${variantOf[entity]} e on e._id = s._id left join ${entity}_series c on c._id = s._id
     where s.slice = ${Math.trunc(batch)} and (e._id is null or c.digest is distinct from s.digest)`,
  `analyze incoming_${entity} (_id, is_new, is_unseen)`,
];

export const countIncomingSql = (entity: EntityType): string =>
  `select count(*) filter (where is_unseen)::int unseen, count(*) filter (where not is_unseen)::int seen from incoming_${entity}`;

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
  return `insert into ${variantOf[entity]} (_id, ${columns.join(', ')}, last_crawled_at, terms, term_occurrences, source, imported_at)
    select _id, ${joinColumns(columns, (column) => (column === 'searchable' ? 'coalesce(searchable, true)' : column))}, last_crawled_at, terms, term_occurrences, $1, $2
    from incoming_${entity} where is_new`;
};

export const insertUnseenSeriesSql = (entity: EntityType): string => {
  const counts = countsOf[entity].join(', ');
  return `insert into ${entity}_series (_id, digest, at, ${counts})
    select _id, digest, at, ${counts} from incoming_${entity} where is_unseen and cardinality(at) > 0`;
};

/** The newest known value of a series. */
const newestValueSql = (column: string, fallback: string, alias = 's'): string =>
  `coalesce(${alias}.${column}[cardinality(${alias}.${column})],
     (select u.value from unnest(${alias}.${column}) with ordinality u(value, index) where u.value is not null order by u.index desc limit 1)${fallback}) as ${column}`;

export const insertUnseenMetricsSql = (entity: EntityType): string => {
  const [counts, values] = [countsOf[entity], valueColumns[entity].map(([name]) => name)];
  return `insert into ${entity}_metrics (_id, ${[...counts, ...values].join(', ')})
    select i._id, ${joinColumns(counts, (column) => newestValueSql(column, '', 'i'))}, ${joinColumns(values, (column) => `i.${column}`)}
    from incoming_${entity} i where is_unseen`;
};

export const recordNewIdsSql = (runId: number, entity: EntityType): string =>
  `insert into ${changedIdsTable(runId)} select '${entity}', _id from incoming_${entity} where is_new`;

/** The merged value: a newer row replaces what it knows, an older one fills what is unknown. An empty list is unknown. */
const mergedColumnSql = (column: string): string => {
  const isList = arrayColumns.has(column);
  const [incoming, stored] = isList ? [`nullif(i.${column}, '{}')`, `nullif(e.${column}, '{}')`] : [`i.${column}`, `e.${column}`];
  const value = `case when i.is_newer then coalesce(${incoming}, ${stored}) else coalesce(${stored}, ${incoming}) end`;
  return `${isList ? `coalesce(${value}, '{}')` : value} as ${column}`;
};

/** Creates `changed`: the stored entities whose texts change, with their merged values. A different source alone is no change. */
export const collectChangedSql = (entity: EntityType): string => {
  const compared = [...textColumns[entity], 'last_crawled_at'];
  const searched = searchedColumns[entity];
  return `create temp table changed_${entity} on commit drop as
    select e._id, m.*, i.is_newer, ${rowSql(searched, 'm')} is distinct from ${rowSql(searched, 'e')} as text_changed, null::text[] as terms, null::integer[] as term_occurrences
    from incoming_${entity} i join ${variantOf[entity]} e on e._id = i._id cross join lateral (
      select ${joinColumns(textColumns[entity], mergedColumnSql)}, greatest(e.last_crawled_at, i.last_crawled_at) as last_crawled_at
    ) m
    where not i.is_new and ${rowSql(compared, 'm')} is distinct from ${rowSql(compared, 'e')}`;
};

/** Selects the searched columns of entities whose texts changed. */
export const selectWithChangedTextSql = (entity: EntityType): string =>
  `select _id, ${searchedColumns[entity].join(', ')} from changed_${entity} where text_changed`;

/** Updates changed entities; $1 the source, $2 the time of the import. */
export const updateChangedSql = (entity: EntityType): string =>
  `update ${variantOf[entity]} e set ${joinColumns([...textColumns[entity], 'last_crawled_at'], (column) => `${column} = c.${column}`)},
   source = case when c.is_newer then $1 else e.source end, imported_at = $2,
   terms = case when c.text_changed then coalesce(c.terms, '{}') else e.terms end,
   term_occurrences = case when c.text_changed then coalesce(c.term_occurrences, '{}') else e.term_occurrences end
   from changed_${entity} c where c._id = e._id`;

/** The incoming days merged with the stored days from the first of them on; earlier days stay as they are. */
const mergedDaysSql = (entity: EntityType): string => {
  const counts = countsOf[entity];
  const incomingWins = 'i.at is not null and (t.at is null or not i.timed or i.at >= t.at)';
  return `select array_agg(d.at order by d.at) as at, ${joinColumns(counts, (column) => `array_agg(d.${column} order by d.at) as ${column}`)} from (
      select case when ${incomingWins} then i.at else t.at end as at,
        ${joinColumns(counts, (column) => `case when ${incomingWins} then coalesce(i.${column}, t.${column}) else coalesce(t.${column}, i.${column}) end as ${column}`)}
      from (select u.*, u.at / 1440 as day from unnest(s.at[a.kept_length + 1:], ${joinColumns(counts, (column) => `s.${column}[a.kept_length + 1:]`)}) u(at, ${counts.join(', ')})) t
      full join (select u.*, u.at / 1440 as day from unnest(a.at, a.timed, ${joinColumns(counts, (column) => `a.${column}`)}) u(at, timed, ${counts.join(', ')})) i
        on i.day = t.day
    ) d`;
};

/** Creates `incoming_series`: per entity the incoming points, and how much of its series lies before them. */
export const collectSeriesSql = (entity: EntityType): string =>
  `create temp table incoming_series_${entity} on commit drop as
     select i._id, i.digest, i.at, i.timed, ${joinColumns(countsOf[entity], (column) => `i.${column}`)}, cardinality(s.at) as length,
       case when s.at[cardinality(s.at)] / 1440 < i.at[1] / 1440 then cardinality(s.at)
         else (select count(*)::integer from unnest(s.at) u(at) where u.at / 1440 < i.at[1] / 1440) end as kept_length
     from incoming_${entity} i left join ${entity}_series s on s._id = i._id
     where not i.is_unseen and cardinality(i.at) > 0`;

/** Appends points after the end of a series, rewrites its end where they overlap, or inserts it. Records the ids; returns their number. */
export const mergeSeriesSql = (runId: number, entity: EntityType): string[] => {
  const columns = ['at', ...countsOf[entity]];
  const recordingIds = (statement: string) =>
    `with written as (${statement}) insert into ${changedIdsTable(runId)} select '${entity}', _id from written`;
  const endsSql = (alias: string, from = '') => `row(${joinColumns(columns, (column) => `${alias}.${column}${from}`)})`;
  return [
    recordingIds(
      `update ${entity}_series s set digest = a.digest, ${joinColumns(columns, (column) => `${column} = s.${column} || a.${column}`)}
       from incoming_series_${entity} a where a._id = s._id and a.kept_length = a.length returning s._id`,
    ),
    recordingIds(
      `update ${entity}_series s set digest = x.digest, ${joinColumns(columns, (column) => `${column} = s.${column}[1:x.kept_length] || x.${column}`)}
       from (
         select a._id, a.digest, a.kept_length, d.* from incoming_series_${entity} a join ${entity}_series s on s._id = a._id cross join lateral (${mergedDaysSql(entity)}) d
         where a.kept_length < a.length and ${endsSql('s', '[a.kept_length + 1:]')} is distinct from ${endsSql('d')}
       ) x where x._id = s._id returning s._id`,
    ),
    recordingIds(
      `insert into ${entity}_series (_id, digest, ${columns.join(', ')})
       select a._id, a.digest, ${joinColumns(columns, (column) => `a.${column}`)} from incoming_series_${entity} a where a.length is null returning _id`,
    ),
  ];
};

/** Updates the metrics from the merged series and the incoming values, and records the ids in `changed_metrics`. */
export const mergeMetricsSql = (entity: EntityType): string[] => {
  const [counts, values] = [countsOf[entity], valueColumns[entity].map(([name]) => name)];
  const columns = [...counts, ...values];
  const mergedValueSql = (column: string) =>
    `case when i.is_newer then coalesce(i.${column}, m.${column}) else coalesce(m.${column}, i.${column}) end as ${column}`;
  return [
    `create temp table changed_metrics_${entity} (_id text collate "C") on commit drop`,
    `with written as (update ${entity}_metrics t set ${joinColumns(columns, (column) => `${column} = x.${column}`)}
     from (
       select i._id, ${joinColumns(counts, (column) => newestValueSql(column, `, m.${column}`))}, ${joinColumns(values, mergedValueSql)}
       from incoming_${entity} i join ${entity}_metrics m on m._id = i._id left join ${entity}_series s on s._id = i._id
       where not i.is_unseen
     ) x
     where t._id = x._id and ${rowSql(columns, 't')} is distinct from ${rowSql(columns, 'x')}
     returning t._id) insert into changed_metrics_${entity} select _id from written`,
    `insert into ${entity}_metrics (_id, ${columns.join(', ')})
     select i._id, ${joinColumns(counts, (column) => newestValueSql(column, ''))}, ${joinColumns(values, (column) => `i.${column}`)}
     from incoming_${entity} i left join ${entity}_series s on s._id = i._id
     where not i.is_unseen and not exists (select from ${entity}_metrics m where m._id = i._id)`,
  ];
};

/** Stores the content hash of entities that changed by more than their series, whose update already stores it. */
export const updateContentHashSql = (entity: EntityType): string =>
  `update ${entity}_series s set digest = i.digest from incoming_${entity} i
   where s._id = i._id and not i.is_unseen and s.digest is distinct from i.digest
     and (i.is_new or i._id in (select _id from changed_${entity} union all select _id from changed_metrics_${entity}))`;

export const recordChangedIdsSql = (runId: number, entity: EntityType): string =>
  `insert into ${changedIdsTable(runId)} select '${entity}', _id from changed_${entity}`;
