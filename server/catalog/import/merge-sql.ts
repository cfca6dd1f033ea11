import { countsOf } from '#domain/analytics/metrics';
import { listColumns, textColumns, timeColumns, wordColumns } from '#domain/catalog/intake';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { stagingTable, touchedTable } from '#server/catalog/import/staging';

/**
 * The merge of one slice of one entity, step by step. Every name in it comes from the domain's own lists. The rules: a row crawled no
 * earlier than the stored one replaces what it knows, an older one (and a mere reference) only fills what is unknown, and nothing is
 * ever replaced by "unknown". What would not change is not written, so that a repeated import leaves no dead rows.
 *
 * A row that says exactly what the last one merged into its entity said (`digest`, kept with the series) has nothing to add: most such are
 * not even set aside, the others are left out first. Entities nobody has heard of are written as they come; only the others are merged.
 */
export interface Merge {
  /** Gathers what comes in and has something to say: `incoming`. */
  readonly gather: readonly string[];
  /** How many of that are `fresh`, how many are `known`. */
  readonly count: string;
  /** New rows whose terms were not made when they were set aside: `_id` and the word columns. */
  readonly termless: string;
  /** Sets the terms of those rows: $1 ids, $2 terms of each joined by the unit separator. */
  readonly setNewTerms: string;
  /** New rows; $1 the source, $2 the time of the import. Answers one row per row written, as the others do. */
  readonly insert: string;
  readonly freshSeries: string;
  readonly freshMetrics: string;
  /** Which of the stored rows will change: `changed`. */
  readonly compare: string;
  /** Rows whose words changed: `_id` and the word columns. */
  readonly reworded: string;
  /** Sets the terms of those rows, as `setNewTerms`. */
  readonly setTerms: string;
  /** Changed rows; $1 the source, $2 the time of the import. */
  readonly update: string;
  readonly series: readonly string[];
  readonly metrics: readonly string[];
  /** Keeps what the merged rows said. */
  readonly digest: string;
  /** Remembers the new. */
  readonly touch: string;
  /** Remembers the changed. */
  readonly touchChanged: string;
}

const list = (columns: readonly string[], form: (column: string) => string): string => columns.map(form).join(', ');

const merged = (column: string): string => {
  const [coming, there] = listColumns.has(column)
    ? [`nullif(i.${column}, '{}')`, `nullif(e.${column}, '{}')`]
    : [`i.${column}`, `e.${column}`];
  const value = `case when i.is_newer then coalesce(${coming}, ${there}) else coalesce(${there}, ${coming}) end`;
  return `${listColumns.has(column) ? `coalesce(${value}, '{}')` : value} as ${column}`;
};

function gather(run: number, entity: EntityType, slice: number): string[] {
  return [
    `create temp table incoming_${entity} on commit drop as
       select s.*, e._id is null as is_new, e._id is null and c._id is null as is_fresh,
         s.last_crawled_at is not null and (e.last_crawled_at is null or s.last_crawled_at >= e.last_crawled_at) as is_newer
       from ${stagingTable(run, entity)} s
         left join ${variantOf[entity]} e on e._id = s._id left join ${entity}_series c on c._id = s._id
       where s.slice = ${Math.trunc(slice)} and (e._id is null or c.digest is distinct from s.digest)`,
    `analyze incoming_${entity} (_id, is_new, is_fresh)`,
  ];
}

/** A new source alone is no change. */
function compare(entity: EntityType): string {
  const columns = [...textColumns[entity], 'last_crawled_at'];
  return `create temp table changed_${entity} on commit drop as
    select e._id, m.*, i.is_newer, row(${list(wordColumns[entity], (column) => `m.${column}`)}) is distinct from row(${list(wordColumns[entity], (column) => `e.${column}`)}) as reworded,
      null::text[] as terms
    from incoming_${entity} i join ${variantOf[entity]} e on e._id = i._id cross join lateral (
      select ${list(textColumns[entity], merged)}, greatest(e.last_crawled_at, i.last_crawled_at) as last_crawled_at
    ) m
    where not i.is_new and row(${list(columns, (column) => `m.${column}`)}) is distinct from row(${list(columns, (column) => `e.${column}`)})`;
}

const newest = (column: string, otherwise: string, of = 's'): string =>
  `coalesce(${of}.${column}[cardinality(${of}.${column})],
     (select u.value from unnest(${of}.${column}) with ordinality u(value, place) where u.value is not null order by u.place desc limit 1)${otherwise}) as ${column}`;

function metrics(entity: EntityType): string[] {
  const counts = countsOf[entity];
  const times = timeColumns[entity];
  const columns = [...counts, ...times];
  const time = (column: string) =>
    `case when i.is_newer then coalesce(i.${column}, m.${column}) else coalesce(m.${column}, i.${column}) end as ${column}`;
  return [
    `create temp table remetered_${entity} (_id text collate "C") on commit drop`,
    `with written as (update ${entity}_metrics t set ${list(columns, (column) => `${column} = x.${column}`)}
     from (
       select i._id, ${list(counts, (column) => newest(column, `, m.${column}`))}, ${list(times, time)}
       from incoming_${entity} i join ${entity}_metrics m on m._id = i._id left join ${entity}_series s on s._id = i._id
       where not i.is_fresh
     ) x
     where t._id = x._id and row(${list(columns, (column) => `t.${column}`)}) is distinct from row(${list(columns, (column) => `x.${column}`)})
     returning t._id) insert into remetered_${entity} select _id from written`,
    `insert into ${entity}_metrics (_id, ${columns.join(', ')})
     select i._id, ${list(counts, (column) => newest(column, ''))}, ${list(times, (column) => `i.${column}`)}
     from incoming_${entity} i left join ${entity}_series s on s._id = i._id
     where not i.is_fresh and not exists (select from ${entity}_metrics m where m._id = i._id)`,
  ];
}

/** Brings the days that come in together with those that are there from the first of them on; earlier days are kept as they are. */
const mergedDays = (entity: EntityType): string => {
  const counts = countsOf[entity];
  const wins = 'i.at is not null and (t.at is null or not i.timed or i.at >= t.at)';
  return `select array_agg(d.at order by d.at) as at, ${list(counts, (column) => `array_agg(d.${column} order by d.at) as ${column}`)} from (
      select case when ${wins} then i.at else t.at end as at,
        ${list(counts, (column) => `case when ${wins} then coalesce(i.${column}, t.${column}) else coalesce(t.${column}, i.${column}) end as ${column}`)}
      from (select u.*, u.at / 1440 as day from unnest(s.at[a.kept + 1:], ${list(counts, (column) => `s.${column}[a.kept + 1:]`)}) u(at, ${counts.join(', ')})) t
      full join (select u.*, u.at / 1440 as day from unnest(a.at, a.timed, ${list(counts, (column) => `a.${column}`)}) u(at, timed, ${counts.join(', ')})) i
        on i.day = t.day
    ) d`;
};

function series(run: number, entity: EntityType): string[] {
  const counts = countsOf[entity];
  const all = ['at', ...counts];
  const touched = (statement: string) =>
    `with written as (${statement}) insert into ${touchedTable(run)} select '${entity}', _id from written`;
  return [
    `create temp table arriving_${entity} on commit drop as
       select i._id, i.digest, i.at, i.timed, ${list(counts, (column) => `i.${column}`)}, cardinality(s.at) as length,
         case when s.at[cardinality(s.at)] / 1440 < i.at[1] / 1440 then cardinality(s.at)
           else (select count(*)::integer from unnest(s.at) u(at) where u.at / 1440 < i.at[1] / 1440) end as kept
       from incoming_${entity} i left join ${entity}_series s on s._id = i._id
       where not i.is_fresh and cardinality(i.at) > 0`,
    touched(
      `update ${entity}_series s set digest = a.digest, ${list(all, (column) => `${column} = s.${column} || a.${column}`)}
       from arriving_${entity} a where a._id = s._id and a.kept = a.length returning s._id`,
    ),
    touched(
      `update ${entity}_series s set digest = x.digest, ${list(all, (column) => `${column} = s.${column}[1:x.kept] || x.${column}`)}
       from (
         select a._id, a.digest, a.kept, d.* from arriving_${entity} a join ${entity}_series s on s._id = a._id cross join lateral (${mergedDays(entity)}) d
         where a.kept < a.length
           and row(${list(all, (column) => `s.${column}[a.kept + 1:]`)}) is distinct from row(${list(all, (column) => `d.${column}`)})
       ) x where x._id = s._id returning s._id`,
    ),
    touched(
      `insert into ${entity}_series (_id, digest, ${all.join(', ')})
       select a._id, a.digest, ${list(all, (column) => `a.${column}`)} from arriving_${entity} a where a.length is null returning _id`,
    ),
  ];
}

/** What was known before, and how it has changed by more than its series, whose change brings its digest along. */
const digest = (entity: EntityType): string =>
  `update ${entity}_series s set digest = i.digest from incoming_${entity} i
   where s._id = i._id and not i.is_fresh and s.digest is distinct from i.digest
     and (i.is_new or i._id in (select _id from changed_${entity} union all select _id from remetered_${entity}))`;

const setTerms = (table: string): string =>
  `update ${table} c set terms = string_to_array(coalesce(u.terms, ''), E'\\x1f') from unnest($1::text[], $2::text[]) u(_id, terms) where c._id = u._id`;

/** The statements of the merge of a slice. They run in one transaction, in the order of the fields. */
export function mergeOf(run: number, entity: EntityType, slice: number): Merge {
  const table = variantOf[entity];
  const text = textColumns[entity];
  const counts = countsOf[entity];
  const times = timeColumns[entity];
  const words = wordColumns[entity].join(', ');
  return {
    gather: gather(run, entity, slice),
    count: `select count(*) filter (where is_fresh)::int fresh, count(*) filter (where not is_fresh)::int known from incoming_${entity}`,
    termless: `select _id, ${words} from incoming_${entity} where is_new and terms is null`,
    setNewTerms: setTerms(`incoming_${entity}`),
    insert: `insert into ${table} (_id, ${text.join(', ')}, last_crawled_at, terms, source, imported_at)
      select _id, ${list(text, (column) => (column === 'searchable' ? 'coalesce(searchable, true)' : column))}, last_crawled_at, terms, $1, $2
      from incoming_${entity} where is_new`,
    freshSeries: `insert into ${entity}_series (_id, digest, at, ${counts.join(', ')})
      select _id, digest, at, ${counts.join(', ')} from incoming_${entity} where is_fresh and cardinality(at) > 0`,
    freshMetrics: `insert into ${entity}_metrics (_id, ${[...counts, ...times].join(', ')})
      select i._id, ${list(counts, (column) => newest(column, '', 'i'))}, ${list(times, (column) => `i.${column}`)}
      from incoming_${entity} i where is_fresh`,
    compare: compare(entity),
    reworded: `select _id, ${words} from changed_${entity} where reworded`,
    setTerms: setTerms(`changed_${entity}`),
    update: `update ${table} e set ${list([...text, 'last_crawled_at'], (column) => `${column} = c.${column}`)},
      source = case when c.is_newer then $1 else e.source end, imported_at = $2,
      terms = case when c.reworded then coalesce(c.terms, '{}') else e.terms end
      from changed_${entity} c where c._id = e._id`,
    series: series(run, entity),
    metrics: metrics(entity),
    digest: digest(entity),
    touch: `insert into ${touchedTable(run)} select '${entity}', _id from incoming_${entity} where is_new`,
    touchChanged: `insert into ${touchedTable(run)} select '${entity}', _id from changed_${entity}`,
  };
}
