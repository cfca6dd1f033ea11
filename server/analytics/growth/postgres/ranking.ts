import type { ClientBase } from 'pg';
import { metricsOf, periods } from '#domain/catalog/metrics';
import { flagsMask } from '#domain/analytics/growth/momentum-flags';
import { ownScoreColumnCount, scoreColumnCount } from '#domain/analytics/growth/scores';
import type { EntityType } from '#domain/catalog/variants';
import { INT4_OID, RowReader, type Rows, RowWriter } from '#server/database/copy/binary-format';
import { copyOut, copyIn } from '#server/database/copy/binary-copy';
import { countStaged, stagingTableOf } from '#server/analytics/growth/postgres/score-staging';
import { scoreTableColumns } from '#server/analytics/growth/score-rows';
import { type Scorers, scorersFor } from '#server/analytics/growth/scorers';
import { nextTableName } from '#server/database/table-swap';

const BATCH_ROWS = 5_000;

/** What stands in a pin's owner slots when its owner has no series. */
const emptyOwnerScores: Readonly<Record<string, string>> = {
  growth: 'null::double precision',
  score: 'null::real',
  raw: 'null::double precision',
  raw_before: 'null::double precision',
  confidence: '0::smallint',
  flags: `${flagsMask(['stale'])}::integer`,
};

/** Rows of a stage in order of id; a pin's last slots are its owner's followers (from `owners`). */
export function stagedRowsSql(entity: EntityType, columns: readonly string[], stagingTable: string, ownersTable: string): string {
  if (entity !== 'pin') return `select ${columns.join(', ')} from ${stagingTable} order by _id`;
  const ownColumnCount = ownScoreColumnCount('pin');
  const ownerColumnOffset = metricsOf.pinner.indexOf('follower_count') * periods.length;
  const selected = columns.map((column) => {
    if (column === '_id') return 's._id';
    const empty = `array[${periods.map(() => emptyOwnerScores[column]).join(', ')}]`;
    return `s.${column}[1:${ownColumnCount}] || coalesce(o.${column}[${ownerColumnOffset + 1}:${ownerColumnOffset + periods.length}], ${empty}) ${column}`;
  });
  return `select ${selected.join(', ')} from ${stagingTable} s
    left join pins p on p._id = s._id left join ${ownersTable} o on o._id = p.pinner_id order by s._id`;
}

/** For every slot the raw values of now and of one period before, in order of id. */
async function readRawScores(
  client: ClientBase,
  entity: EntityType,
  ownersTable: string,
  total: number,
): Promise<Float64Array<ArrayBuffer>[]> {
  const scoreColumns = scoreColumnCount(entity);
  const rawScores = Array.from({ length: 2 * scoreColumns }, () => new Float64Array(total));
  let scratch = new Float64Array(scoreColumns);
  let row = 0;
  for await (const batch of copyOut(
    client,
    stagedRowsSql(entity, ['raw', 'raw_before'], stagingTableOf(entity), ownersTable),
    BATCH_ROWS,
  )) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; row++) {
      reader.beginRow();
      for (const offset of [0, scoreColumns]) {
        scratch = reader.readNumberArray(scratch).values;
        for (let scoreColumn = 0; scoreColumn < scoreColumns; scoreColumn++) rawScores[offset + scoreColumn]![row] = scratch[scoreColumn]!;
      }
    }
  }
  return rawScores;
}

async function computeRanks(rawScores: readonly Float64Array<ArrayBuffer>[], scorers: Scorers): Promise<Int32Array[]> {
  const ranks: Int32Array[] = [];
  for (const values of rawScores) ranks.push(await scorers.rank(values));
  return ranks;
}

async function* appendRanks(batches: AsyncIterable<Rows>, ranks: readonly Int32Array[]): AsyncGenerator<Rows> {
  const scoreColumnCount = ranks.length / 2;
  const writer = new RowWriter();
  const rowRanks = new Float64Array(scoreColumnCount);
  let row = 0;
  for await (const batch of batches) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; row++) {
      reader.beginRow();
      writer.beginRow(scoreTableColumns.length + 2);
      for (let field = 0; field < scoreTableColumns.length; field++) writer.writeField(reader.readField());
      for (const offset of [0, scoreColumnCount]) {
        for (let scoreColumn = 0; scoreColumn < scoreColumnCount; scoreColumn++)
          rowRanks[scoreColumn] = ranks[offset + scoreColumn]![row]! || NaN;
        writer.writeNumberArray(INT4_OID, rowRanks);
      }
    }
    yield writer.takeRows();
  }
}

/**
 * Fills the next scores of an entity from the stage, with the rank of now and of one period before in every slot: by raw, the largest
 * first, ties by id. `reading` and `writing` are two connections, because rows stream from one to the other.
 */
export async function fillNextScores(
  readClient: ClientBase,
  writeClient: ClientBase,
  entity: EntityType,
  ownersTable: string,
): Promise<void> {
  const total = await countStaged(readClient, entity);
  const scorers = scorersFor(total);
  const ranks = await computeRanks(await readRawScores(readClient, entity, ownersTable, total), scorers).finally(() => scorers.close());
  const rows = appendRanks(
    copyOut(readClient, stagedRowsSql(entity, scoreTableColumns, stagingTableOf(entity), ownersTable), BATCH_ROWS),
    ranks,
  );
  await copyIn(writeClient, nextTableName(`${entity}_scores`), [...scoreTableColumns, 'rank', 'previous_rank'], rows, true);
}
