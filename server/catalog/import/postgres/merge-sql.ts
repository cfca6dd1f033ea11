import { countsOf } from '#domain/catalog/metrics';
import { searchedColumns } from '#domain/catalog/columns';
import { listColumns, textColumns, timeColumns } from '#domain/catalog/import/import-row';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { stagingTable, changedIdsTable } from '#server/catalog/import/postgres/staging-tables';

/**
 * The merge of one slice of one entity, step by step. Every name in it comes from the domain's own lists. The rules: a row crawled no
 * earlier than the stored one replaces what it knows, an older one (and a mere reference) only fills what is unknown, and nothing is
 * ever replaced by "unknown". What would not change is not written, so that a repeated import leaves no dead rows.
 *
 * A row that says exactly what the last one merged into its entity said (`digest`, kept with the series) has nothing to add: most such are
 * not even set aside, the others are left out first. Entities nobody has heard of are written as they come; only the others are merged.
 */
export interface MergeStatements {
  /** Gathers what comes in and has something to say: `incoming`. */
  readonly collectIncoming: readonly string[];
  /** How many of that are `fresh`, how many are `known`. */
  readonly countIncoming: string;
  /** New rows whose terms were not made when they were set aside: `_id` and the word columns. */
  readonly selectWithoutTerms: string;
  /** Sets the terms of those rows: $1 ids, $2 terms of each joined by the unit separator. */
  readonly setIncomingTerms: string;
  /** New rows; $1 the source, $2 the time of the import. Answers one row per row written, as the others do. */
  readonly insertNew: string;
  readonly insertNewSeries: string;
  readonly insertNewMetrics: string;
  /** Which of the stored rows will change: `changed`. */
  readonly collectChanged: string;
  /** Rows whose words changed: `_id` and the word columns. */
  readonly selectWithChangedText: string;
  /** Sets the terms of those rows, as `setNewTerms`. */
  readonly setChangedTerms: string;
  /** Changed rows; $1 the source, $2 the time of the import. */
  readonly updateChanged: string;
  readonly mergeSeries: readonly string[];
  readonly mergeMetrics: readonly string[];
  /** Keeps what the merged rows said. */
  readonly updateContentHash: string;
  /** Remembers the new. */
  readonly recordNewIds: string;
  /** Remembers the changed. */
  readonly recordChangedIds: string;
}

const joinColumns = (columns: readonly string[], form: (column: string) => string): string => columns.map(form).join(', ');

const mergedColumnSql = (column: string): string => {
  const [incoming, stored] = listColumns.has(column)
    ? [`nullif(i.${column}, '{}')`, `nullif(e.${column}, '{}')`]
    : [`i.${column}`, `e.${column}`];
  const value = `case when i.is_newer then coalesce(${incoming}, ${stored}) else coalesce(${stored}, ${incoming}) end`;
  return `${listColumns.has(column) ? `coalesce(${value}, '{}')` : value} as ${column}`;
};

function collectIncomingSql(runId: number, entity: EntityType, batch: number): string[] {
  return [
    `create temp table incoming_${entity} on commit drop as
       select s.*, e._id is null as is_new, e._id is null and c._id is null as is_fresh,
         s.last_crawled_at is not null and (e.last_crawled_at is null or s.last_crawled_at >= e.last_crawled_at) as is_newer
       from ${stagingTable(runId, entity)} s
         left join ${variantOf[entity]} e on e._id = s._id left join ${entity}_series c on c._id = s._id
       where s.slice = ${Math.trunc(batch)} and (e._id is null or c.digest is distinct from s.digest)`,
    `analyze incoming_${entity} (_id, is_new, is_fresh)`,
  ];
}

/** A new source alone is no change. */
function collectChangedSql(entity: EntityType): string {
  const columns = [...textColumns[entity], 'last_crawled_at'];
  return `create temp table changed_${entity} on commit drop as
    select e._id, m.*, i.is_newer, row(${joinColumns(searchedColumns[entity], (column) => `m.${column}`)}) is distinct from row(${joinColumns(searchedColumns[entity], (column) => `e.${column}`)}) as reworded,
      null::text[] as terms
    from incoming_${entity} i join ${variantOf[entity]} e on e._id = i._id cross join lateral (
      select ${joinColumns(textColumns[entity], mergedColumnSql)}, greatest(e.last_crawled_at, i.last_crawled_at) as last_crawled_at
    ) m
    where not i.is_new and row(${joinColumns(columns, (column) => `m.${column}`)}) is distinct from row(${joinColumns(columns, (column) => `e.${column}`)})`;
}

const newestValueSql = (column: string, fallback: string, alias = 's'): string =>
  `coalesce(${alias}.${column}[cardinality(${alias}.${column})],
     (select u.value from unnest(${alias}.${column}) with ordinality u(value, place) where u.value is not null order by u.place desc limit 1)${fallback}) as ${column}`;

function mergeMetricsSql(entity: EntityType): string[] {
  const counts = countsOf[entity];
  const times = timeColumns[entity];
  const columns = [...counts, ...times];
  const mergedTimeSql = (column: string) =>
    `case when i.is_newer then coalesce(i.${column}, m.${column}) else coalesce(m.${column}, i.${column}) end as ${column}`;
  return [
    `create temp table remetered_${entity} (_id text collate "C") on commit drop`,
    `with written as (update ${entity}_metrics t set ${joinColumns(columns, (column) => `${column} = x.${column}`)}
     from (
       select i._id, ${joinColumns(counts, (column) => newestValueSql(column, `, m.${column}`))}, ${joinColumns(times, mergedTimeSql)}
       from incoming_${entity} i join ${entity}_metrics m on m._id = i._id left join ${entity}_series s on s._id = i._id
       where not i.is_fresh
     ) x
     where t._id = x._id and row(${joinColumns(columns, (column) => `t.${column}`)}) is distinct from row(${joinColumns(columns, (column) => `x.${column}`)})
     returning t._id) insert into remetered_${entity} select _id from written`,
    `insert into ${entity}_metrics (_id, ${columns.join(', ')})
     select i._id, ${joinColumns(counts, (column) => newestValueSql(column, ''))}, ${joinColumns(times, (column) => `i.${column}`)}
     from incoming_${entity} i left join ${entity}_series s on s._id = i._id
     where not i.is_fresh and not exists (select from ${entity}_metrics m where m._id = i._id)`,
  ];
}

/** Brings the days that come in together with those that are there from the first of them on; earlier days are kept as they are. */
const mergedDaysSql = (entity: EntityType): string => {
  const counts = countsOf[entity];
  const incomingWins = 'i.at is not null and (t.at is null or not i.timed or i.at >= t.at)';
  return `select array_agg(d.at order by d.at) as at, ${joinColumns(counts, (column) => `array_agg(d.${column} order by d.at) as ${column}`)} from (
      select case when ${incomingWins} then i.at else t.at end as at,
        ${joinColumns(counts, (column) => `case when ${incomingWins} then coalesce(i.${column}, t.${column}) else coalesce(t.${column}, i.${column}) end as ${column}`)}
      from (select u.*, u.at / 1440 as day from unnest(s.at[a.kept + 1:], ${joinColumns(counts, (column) => `s.${column}[a.kept + 1:]`)}) u(at, ${counts.join(', ')})) t
      full join (select u.*, u.at / 1440 as day from unnest(a.at, a.timed, ${joinColumns(counts, (column) => `a.${column}`)}) u(at, timed, ${counts.join(', ')})) i
        on i.day = t.day
    ) d`;
};

function mergeSeriesSql(runId: number, entity: EntityType): string[] {
  const counts = countsOf[entity];
  const allColumns = ['at', ...counts];
  const recordingChangedIds = (statement: string) =>
    `with written as (${statement}) insert into ${changedIdsTable(runId)} select '${entity}', _id from written`;
  return [
    `create temp table arriving_${entity} on commit drop as
       select i._id, i.digest, i.at, i.timed, ${joinColumns(counts, (column) => `i.${column}`)}, cardinality(s.at) as length,
         case when s.at[cardinality(s.at)] / 1440 < i.at[1] / 1440 then cardinality(s.at)
           else (select count(*)::integer from unnest(s.at) u(at) where u.at / 1440 < i.at[1] / 1440) end as kept
       from incoming_${entity} i left join ${entity}_series s on s._id = i._id
       where not i.is_fresh and cardinality(i.at) > 0`,
    recordingChangedIds(
      `update ${entity}_series s set digest = a.digest, ${joinColumns(allColumns, (column) => `${column} = s.${column} || a.${column}`)}
       from arriving_${entity} a where a._id = s._id and a.kept = a.length returning s._id`,
    ),
    recordingChangedIds(
      `update ${entity}_series s set digest = x.digest, ${joinColumns(allColumns, (column) => `${column} = s.${column}[1:x.kept] || x.${column}`)}
       from (
         select a._id, a.digest, a.kept, d.* from arriving_${entity} a join ${entity}_series s on s._id = a._id cross join lateral (${mergedDaysSql(entity)}) d
         where a.kept < a.length
           and row(${joinColumns(allColumns, (column) => `s.${column}[a.kept + 1:]`)}) is distinct from row(${joinColumns(allColumns, (column) => `d.${column}`)})
       ) x where x._id = s._id returning s._id`,
    ),
    recordingChangedIds(
      `insert into ${entity}_series (_id, digest, ${allColumns.join(', ')})
       select a._id, a.digest, ${joinColumns(allColumns, (column) => `a.${column}`)} from arriving_${entity} a where a.length is null returning _id`,
    ),
  ];
}

/** What was known before, and how it has changed by more than its series, whose change brings its digest along. */
const updateContentHashSql = (entity: EntityType): string =>
  `update ${entity}_series s set digest = i.digest from incoming_${entity} i
   where s._id = i._id and not i.is_fresh and s.digest is distinct from i.digest
     and (i.is_new or i._id in (select _id from changed_${entity} union all select _id from remetered_${entity}))`;

const setTermsSql = (table: string): string =>
  `update ${table} c set terms = string_to_array(coalesce(u.terms, ''), E'\\x1f') from unnest($1::text[], $2::text[]) u(_id, terms) where c._id = u._id`;

/** The statements of the merge of a slice. They run in one transaction, in the order of the fields. */
export function mergeStatements(runId: number, entity: EntityType, batch: number): MergeStatements {
  const table = variantOf[entity];
  const textColumnNames = textColumns[entity];
  const counts = countsOf[entity];
  const times = timeColumns[entity];
  const wordColumnList = searchedColumns[entity].join(', ');
  return {
    collectIncoming: collectIncomingSql(runId, entity, batch),
    countIncoming: `select count(*) filter (where is_fresh)::int fresh, count(*) filter (where not is_fresh)::int known from incoming_${entity}`,
    selectWithoutTerms: `select _id, ${wordColumnList} from incoming_${entity} where is_new and terms is null`,
    setIncomingTerms: setTermsSql(`incoming_${entity}`),
    insertNew: `insert into ${table} (_id, ${textColumnNames.join(', ')}, last_crawled_at, terms, source, imported_at)
      select _id, ${joinColumns(textColumnNames, (column) => (column === 'searchable' ? 'coalesce(searchable, true)' : column))}, last_crawled_at, terms, $1, $2
      from incoming_${entity} where is_new`,
    insertNewSeries: `insert into ${entity}_series (_id, digest, at, ${counts.join(', ')})
      select _id, digest, at, ${counts.join(', ')} from incoming_${entity} where is_fresh and cardinality(at) > 0`,
    insertNewMetrics: `insert into ${entity}_metrics (_id, ${[...counts, ...times].join(', ')})
      select i._id, ${joinColumns(counts, (column) => newestValueSql(column, '', 'i'))}, ${joinColumns(times, (column) => `i.${column}`)}
      from incoming_${entity} i where is_fresh`,
    collectChanged: collectChangedSql(entity),
    selectWithChangedText: `select _id, ${wordColumnList} from changed_${entity} where reworded`,
    setChangedTerms: setTermsSql(`changed_${entity}`),
    updateChanged: `update ${table} e set ${joinColumns([...textColumnNames, 'last_crawled_at'], (column) => `${column} = c.${column}`)},
      source = case when c.is_newer then $1 else e.source end, imported_at = $2,
      terms = case when c.reworded then coalesce(c.terms, '{}') else e.terms end
      from changed_${entity} c where c._id = e._id`,
    mergeSeries: mergeSeriesSql(runId, entity),
    mergeMetrics: mergeMetricsSql(entity),
    updateContentHash: updateContentHashSql(entity),
    recordNewIds: `insert into ${changedIdsTable(runId)} select '${entity}', _id from incoming_${entity} where is_new`,
    recordChangedIds: `insert into ${changedIdsTable(runId)} select '${entity}', _id from changed_${entity}`,
  };
}
