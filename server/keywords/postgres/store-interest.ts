import type { PoolClient } from 'pg';
import { batchesOfRecords } from '#domain/catalog/import/batches';
import { type InterestImport, type InterestSeries, toolOf } from '#domain/keywords/interest/search-interest';

/** Rows of the tables that have search interest; `volumes` are those of tools. */
interface InterestRows {
  readonly points: readonly PointRow[];
  readonly volumes: readonly VolumeRow[];
}

interface PointRow {
  readonly keyword: string;
  readonly region: string;
  readonly tool: string;
  readonly day: number;
}

interface VolumeRow {
  readonly keyword: string;
  readonly region: string;
  readonly source: string;
  readonly day: number;
}

/** What an import gave of a keyword, and the stored rows with the same keys that it met. */
interface Change {
  readonly id: string;
  /** The key of the keyword. */
  readonly _id: string;
  readonly journal_id: number;
  readonly import_id: number;
  readonly imported_at: Date;
  readonly given: InterestRows;
  /** Null if it met none. */
  readonly before: InterestRows | null;
}

/** $1: points. $2: volumes. $3 and $4: the time and the number of the import. */
const storeSql = `
  with points as (
    insert into search_interest as known (keyword, day, value, name, source, region, tool, imported_at, import_id)
    select distinct on (keyword, region, tool, day) keyword, day, value, name, source, region, tool, $3, $4
    from rows from (jsonb_to_recordset($1) as (keyword text, day integer, value integer, name text, source text, region text, tool text))
      with ordinality point(keyword, day, value, name, source, region, tool, position)
    order by keyword, region, tool, day, position desc
    on conflict (keyword, region, tool, day) do update
    set value = excluded.value, name = excluded.name, source = excluded.source, imported_at = excluded.imported_at, import_id = excluded.import_id
    where (known.value, known.name, known.source) is distinct from (excluded.value, excluded.name, excluded.source)
    returning keyword
  ), volumes as (
    insert into keyword_volumes as known (keyword, day, volume, name, source, region, notes, imported_at, import_id)
    select distinct on (keyword, region, source, day) keyword, day, volume, name, source, region, notes, $3, $4
    from rows from (jsonb_to_recordset($2) as (keyword text, day integer, volume integer, name text, source text, region text, notes jsonb))
      with ordinality figures(keyword, day, volume, name, source, region, notes, position)
    order by keyword, region, source, day, position desc
    on conflict (keyword, region, source, day) do update
    set volume = excluded.volume, name = excluded.name, notes = excluded.notes, imported_at = excluded.imported_at, import_id = excluded.import_id
    where (known.volume, known.name, known.notes) is distinct from (excluded.volume, excluded.name, excluded.notes)
    returning keyword
  )
  select count(*)::integer keywords from (select keyword from points union select keyword from volumes) changed`;

const samePoint = 't.keyword = k.keyword and t.region = k.region and t.tool = k.tool and t.day = k.day';
const sameVolume = 't.keyword = k.keyword and t.region = k.region and t.source = k.source and t.day = k.day';
/** Rows of a table in a parameter, as JSON. */
const givenRows = (table: 'search_interest' | 'keyword_volumes', parameter = '$1'): string =>
  `jsonb_populate_recordset(null::${table}, ${parameter}) k`;

const findRowsSql = `
  select coalesce((select jsonb_agg(distinct to_jsonb(t)) from ${givenRows('search_interest')} join search_interest t on ${samePoint}), '[]') points,
    coalesce((select jsonb_agg(distinct to_jsonb(t)) from ${givenRows('keyword_volumes', '$2')} join keyword_volumes t on ${sameVolume}), '[]') volumes`;

const toRows = (series: readonly InterestSeries[]): InterestRows => ({
  points: series.flatMap(({ key, keyword, source, region, points }) =>
    points.map((point) => ({ keyword: key, name: keyword, source, region: region ?? '', tool: toolOf(source), ...point })),
  ),
  volumes: series.flatMap(({ key, keyword, source, region, figures }) =>
    figures ? [{ keyword: key, name: keyword, source, region: region ?? '', ...figures }] : [],
  ),
});

/** All rows that changes gave. */
const givenBy = (changes: readonly Change[]): InterestRows => ({
  points: changes.flatMap(({ given }) => given.points),
  volumes: changes.flatMap(({ given }) => given.volumes),
});

const asJson = ({ points, volumes }: InterestRows): [string, string] => [JSON.stringify(points), JSON.stringify(volumes)];

/** Stores series in the transaction of the client; on each day the last one of a curve wins. Returns how many keywords this changed. */
export const storeSeries = (client: PoolClient, series: readonly InterestSeries[], from: InterestImport): Promise<number> =>
  storeRows(client, toRows(series), from);

async function storeRows(client: PoolClient, rows: InterestRows, { importId, importedAt, journalId }: InterestImport): Promise<number> {
  if (journalId !== undefined) await record(client, rows, journalId);
  const { rows: result } = await client.query<{ keywords: number }>(storeSql, [...asJson(rows), importedAt, importId]);
  return result[0]?.keywords ?? 0;
}

const byKeyword = ({ points, volumes }: InterestRows) => {
  const [pointsOf, volumesOf] = [Map.groupBy(points, ({ keyword }) => keyword), Map.groupBy(volumes, ({ keyword }) => keyword)];
  return (keyword: string): InterestRows => ({ points: pointsOf.get(keyword) ?? [], volumes: volumesOf.get(keyword) ?? [] });
};

/** Records what an import gives, and the stored rows that it meets, before they change. */
async function record(client: PoolClient, rows: InterestRows, journalId: number): Promise<void> {
  const met = await client.query<InterestRows>(findRowsSql, asJson(rows));
  const [givenOf, metOf] = [byKeyword(rows), byKeyword(met.rows[0]!)];
  const keywords = [...new Set([...rows.points, ...rows.volumes].map(({ keyword }) => keyword))];
  await client.query(
    `insert into import_changes (journal_id, entity, _id, digest, given, before)
     select $1, 'keyword', keyword, 0, given, before from unnest($2::text[], $3::jsonb[], $4::jsonb[]) change(keyword, given, before)`,
    [
      journalId,
      keywords,
      keywords.map((keyword) => JSON.stringify(givenOf(keyword))),
      keywords.map((keyword) => {
        const rowsMet = metOf(keyword);
        return rowsMet.points.length + rowsMet.volumes.length === 0 ? null : JSON.stringify(rowsMet);
      }),
    ],
  );
}

const KEYWORDS_PER_SET = 500;

/**
 * Takes back what an import gave of the next keywords, in the transaction of the client: the rows that it met are restored, and what later
 * imports gave of these keywords is stored and recorded again, in their order. Returns how many records it has taken back; 0 when none is left.
 */
export async function takeBackSet(client: PoolClient, importId: number): Promise<number> {
  const { rows: own } = await client.query<{ id: number }>('select id from import_journals where import_id = $1', [importId]);
  const journals = own.map(({ id }) => id);
  const { rows: set } = await client.query<{ keyword: string; first: string }>(
    `select _id keyword, min(id) "first" from import_changes where journal_id = any($1) and entity = 'keyword' group by _id order by _id limit ${KEYWORDS_PER_SET}`,
    [journals],
  );
  if (set.length === 0) return 0;
  const { rows: changes } = await client.query<Change>(
    `select c.id, c._id, c.journal_id, j.import_id, j.imported_at, c.given, c.before
     from unnest($1::text[], $2::bigint[]) s(keyword, first) join import_changes c on c.entity = 'keyword' and c._id = s.keyword and c.id >= s.first
       join import_journals j on j.id = c.journal_id order by c.id`,
    [set.map(({ keyword }) => keyword), set.map(({ first }) => first)],
  );
  await restore(client, changes);
  await client.query('delete from import_changes where journal_id = any($1) and id = any($2::bigint[])', [
    [...new Set(changes.map((change) => change.journal_id))],
    changes.map(({ id }) => id),
  ]);
  const isOwn = new Set(journals);
  for (const batch of batchesOfRecords(changes.filter((change) => !isOwn.has(change.journal_id)))) {
    const { journal_id: journalId, import_id: laterId, imported_at: importedAt } = batch[0]!;
    await storeRows(client, givenBy(batch), { importId: laterId, importedAt, journalId });
  }
  return changes.filter((change) => isOwn.has(change.journal_id)).length;
}

const keyOfPoint = ({ keyword, region, tool, day }: PointRow): string => JSON.stringify([keyword, region, tool, day]);
const keyOfVolume = ({ keyword, region, source, day }: VolumeRow): string => JSON.stringify([keyword, region, source, day]);

/** Restores the rows that the first change of each met; those that met none go. */
async function restore(client: PoolClient, changes: readonly Change[]): Promise<void> {
  const points = firstMet(changes, ({ points: rows }) => rows, keyOfPoint);
  const volumes = firstMet(changes, ({ volumes: rows }) => rows, keyOfVolume);
  const [givenPoints, givenVolumes] = asJson(givenBy(changes));
  await client.query(`delete from search_interest t using ${givenRows('search_interest')} where ${samePoint}`, [givenPoints]);
  await client.query(`delete from keyword_volumes t using ${givenRows('keyword_volumes')} where ${sameVolume}`, [givenVolumes]);
  const [metPoints, metVolumes] = asJson({ points, volumes });
  await client.query(`insert into search_interest select k.* from ${givenRows('search_interest')}`, [metPoints]);
  await client.query(`insert into keyword_volumes select k.* from ${givenRows('keyword_volumes')}`, [metVolumes]);
}

function firstMet<Row>(changes: readonly Change[], rowsOf: (rows: InterestRows) => readonly Row[], keyOf: (row: Row) => string): Row[] {
  const met = new Map<string, Row | null>();
  for (const { given, before } of changes) {
    const stored = new Map((before ? rowsOf(before) : []).map((row) => [keyOf(row), row]));
    for (const row of rowsOf(given)) {
      const key = keyOf(row);
      if (!met.has(key)) met.set(key, stored.get(key) ?? null);
    }
  }
  return [...met.values()].filter((row) => row !== null);
}
