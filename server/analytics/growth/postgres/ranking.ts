import { buildNextTables, nextTableName } from '#server/database/table-swap';
import type { ClientBase } from 'pg';
import { metricsOf, periods } from '#domain/catalog/metrics';
import { ranksOf } from '#domain/analytics/growth/ranks';
import { flagsMask } from '#domain/analytics/growth/momentum-flags';
import { ownScoreColumnCount, scoreColumnCount } from '#domain/analytics/growth/scores';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { checkColumns, checkedRows, growthColumnsSql } from '#server/analytics/growth/postgres/checked-rows';
import { INT4_OID, type Rows, RowWriter } from '#server/database/copy/row-writer';
import { free } from '#server/database/copy/field-buffer';
import type { RowReader } from '#server/database/copy/row-reader';
import { copyOut, copyIn } from '#server/database/copy/binary-copy';
import { countStaged, stagingTableOf, type StreamingClients } from '#server/analytics/growth/postgres/score-staging';
import { scoreTableColumns } from '#server/analytics/growth/scoring/score-rows';

/** The arrays that a pin's owner columns are appended to, with the values of an owner without a series. */
const emptyOwnerScores: Readonly<Record<string, string>> = {
  growth: 'null::double precision',
  score: 'null::real',
  raw: 'null::double precision',
  raw_before: 'null::double precision',
  confidence: '0::smallint',
  flags: `${flagsMask(['stale'])}::integer`,
};

/** Staged rows in order of id. A pin's last score columns are its owner's follower scores, from `ownersTable`. */
export function stagedRowsSql(entity: EntityType, columns: readonly string[], stagingTable: string, ownersTable: string): string {
  if (entity !== 'pin') return `select ${columns.join(', ')} from ${stagingTable} order by _id`;
  const ownColumnCount = ownScoreColumnCount('pin');
  const ownerColumnOffset = metricsOf.pinner.indexOf('follower_count') * periods.length;
  const selected = columns.map((column) => {
    const emptyScore = emptyOwnerScores[column];
    if (emptyScore === undefined) return `s.${column}`;
    const empty = `array[${periods.map(() => emptyScore).join(', ')}]`;
    return `s.${column}[1:${ownColumnCount}] || coalesce(o.${column}[${ownerColumnOffset + 1}:${ownerColumnOffset + periods.length}], ${empty}) ${column}`;
  });
  return `select ${selected.join(', ')} from ${stagingTable} s
    left join pins p on p._id = s._id left join ${ownersTable} o on o._id = p.pinner_id order by s._id`;
}

/** One of the two kinds of raw scores of every score column, each in order of id. */
async function readRawScores(
  client: ClientBase,
  entity: EntityType,
  column: 'raw' | 'raw_before',
  ownersTable: string,
  total: number,
): Promise<Float64Array<ArrayBuffer>[]> {
  const rawScores = Array.from({ length: scoreColumnCount(entity) }, () => new Float64Array(total));
  const query = stagedRowsSql(entity, [column], stagingTableOf(entity), ownersTable);
  let scratch = new Float64Array(rawScores.length);
  let row = 0;
  for await (const reader of copyOut(client, query))
    for (; reader.nextRow(); row++) {
      scratch = reader.readNumberArray(scratch).values;
      for (let index = 0; index < rawScores.length; index++) rawScores[index]![row] = scratch[index]!;
    }
  return rawScores;
}

/** The rank of each staged row in every score column, then in every column one period earlier. The scores of one period after the other: those of a million rows take 120 MB. */
async function computeRanks(client: ClientBase, entity: EntityType, ownersTable: string): Promise<Int32Array<ArrayBuffer>[]> {
  const total = await countStaged(client, entity);
  const ranks: Int32Array<ArrayBuffer>[] = [];
  for (const column of ['raw', 'raw_before'] as const)
    for (const values of await readRawScores(client, entity, column, ownersTable, total)) {
      ranks.push(ranksOf(values));
      free(values);
    }
  return ranks;
}

/** Appends the two rank arrays to each staged row. */
async function* appendRanks(batches: AsyncIterable<RowReader>, ranks: readonly Int32Array[]): AsyncGenerator<Rows> {
  const columnCount = ranks.length / 2;
  const writer = new RowWriter();
  const rowRanks = new Float64Array(columnCount);
  let row = 0;
  for await (const reader of batches) {
    for (; reader.nextRow(); row++) {
      writer.beginRow(scoreTableColumns.length + 2);
      writer.writeFields(reader.readFields(scoreTableColumns.length));
      for (const offset of [0, columnCount]) {
        for (let column = 0; column < columnCount; column++) rowRanks[column] = ranks[offset + column]![row]! || NaN;
        writer.writeNumberArray(INT4_OID, rowRanks);
      }
    }
    yield writer.takeRows();
  }
}

/**
 * Fills the next scores table of an entity from its staging table and adds, for every score column, the rank and the rank one period
 * earlier: by raw score, largest first, ties by id.
 */
async function fillNextScores({ reader, writer }: StreamingClients, entity: EntityType, ownersTable: string): Promise<void> {
  const ranks = await computeRanks(reader, entity, ownersTable);
  const query = stagedRowsSql(entity, scoreTableColumns, stagingTableOf(entity), ownersTable);
  const rows = appendRanks(copyOut(reader, query), ranks);
  await copyIn(writer, nextTableName(`${entity}_scores`), [...scoreTableColumns, 'rank', 'previous_rank'], rows, true);
  ranks.forEach(free);
}

/** Fills the next metrics table: the current rows, with growth columns from the staged scores, and their checks as of a day. */
async function fillNextMetrics({ reader, writer }: StreamingClients, entity: EntityType, day: Day): Promise<void> {
  const growth = growthColumnsSql(entity);
  const metrics = `${entity}_metrics`;
  const { rows } = await reader.query<{ column: string }>(
    `select attname::text "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attname <> all($2) order by attnum`,
    [metrics, checkColumns[entity]],
  );
  const columns = rows.map(({ column }) => column);
  const expressions = columns.map((column) => growth.get(column) ?? `m.${column}`);
  const checked = checkedRows(reader, entity, day, expressions, stagingTableOf(entity), false);
  await copyIn(writer, nextTableName(metrics), [...columns, ...checkColumns[entity]], checked, true);
}

/** Which staged scores are ranked. A pin's owner has its scores in `ownersTable`. */
export interface RankRequest {
  readonly entity: EntityType;
  readonly ownersTable: string;
  readonly day: Day;
}

/** Ranks the staged scores of a type and fills its next tables. */
export async function rankScored(clients: StreamingClients, { entity, ownersTable, day }: RankRequest): Promise<void> {
  await clients.writer.query(`analyze ${stagingTableOf(entity)} (_id)`);
  await buildNextTables(clients.writer, [`${entity}_scores`, `${entity}_metrics`], async () => {
    await fillNextScores(clients, entity, ownersTable);
    await fillNextMetrics(clients, entity, day);
  });
}

/** Precomputed top performers per metric and period. */
const MAX_TOP_PERFORMERS = 1_000;

/** The precomputed tables, swapped in together with the scores that they were computed from. */
export const topListTables = ['top_performers', 'momentum_averages'] as const;

/**
 * Fills the next top performers and averages of an entity from its next scores, in one scan: the scan aggregates the averages and collects
 * the ids that rank high enough in any score column, whose rows are then read by key. Places number the ranked entities of a column from
 * 1, so after a full recompute they equal the ranks.
 */
async function fillNextTopLists(client: ClientBase, entity: EntityType): Promise<void> {
  const scores = nextTableName(`${entity}_scores`);
  const [performers, averages] = topListTables.map(nextTableName);
  const ofEach = (aggregate: string) =>
    Array.from({ length: scoreColumnCount(entity) }, (_, column) => `${aggregate}(score[${column + 1}])`).join(', ');
  await client.query(
    `with whole as materialized (
       select array[${ofEach('count')}]::int[] scored, array[${ofEach('avg')}] average,
         array_agg(_id) filter (where ${MAX_TOP_PERFORMERS} >= any (rank)) ids
       from ${scores}
     ), ranked as (
       select r.slot, s._id, row_number() over (partition by r.slot order by r.rank, s._id) place, s.score[r.slot] score,
         s.growth[r.slot] growth, s.previous_rank[r.slot] previous_rank, s.confidence[r.slot] confidence
       from whole, unnest(whole.ids) i(_id) join ${scores} s on s._id = i._id, unnest(s.rank) with ordinality r(rank, slot)
       where r.rank <= ${MAX_TOP_PERFORMERS}
     ), listed as (
       insert into ${performers} (entity, slot, place, _id, score, growth, previous_rank, confidence)
       select $1, slot - 1, place, _id, score, growth, previous_rank, confidence from ranked where place <= ${MAX_TOP_PERFORMERS}
     )
     insert into ${averages} (entity, slot, scored, average)
     select $1, a.slot - 1, a.scored, a.average from whole, unnest(whole.scored, whole.average) with ordinality a(scored, average, slot)`,
    [entity],
  );
}

/** Builds the next top performers and averages: those of `entities` from the next scores, the others copied from the current tables. */
export async function buildNextTopLists(client: ClientBase, entities: readonly EntityType[]): Promise<void> {
  await buildNextTables(client, topListTables, async () => {
    for (const table of topListTables) {
      await client.query(`insert into ${nextTableName(table)} select * from ${table} where entity <> all ($1)`, [entities]);
    }
    for (const entity of entities) await fillNextTopLists(client, entity);
  });
}
