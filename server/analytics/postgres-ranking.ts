import type { ClientBase } from 'pg';
import { metricsOf, periods } from '#domain/analytics/metrics';
import { flagsMask } from '#domain/analytics/momentum-flags';
import { ownSlotsOf, slotsOf } from '#domain/analytics/scores';
import type { EntityType } from '#domain/catalog/variants';
import { INT4, RowReader, type Rows, RowWriter } from '#server/database/copy-format';
import { copiedOut, copyIn } from '#server/database/binary-copy';
import { countStaged, stageOf } from '#server/analytics/postgres-score-stage';
import { scoreColumns } from '#server/analytics/score-rows';
import { type Scorers, scorersFor } from '#server/analytics/scorers';
import { nextOf } from '#server/database/swap';

const BATCH = 5_000;

/** What stands in a pin's owner slots when its owner has no series. */
const withoutOwner: Readonly<Record<string, string>> = {
  growth: 'null::double precision',
  score: 'null::real',
  raw: 'null::double precision',
  raw_before: 'null::double precision',
  confidence: '0::smallint',
  flags: `${flagsMask(['stale'])}::integer`,
};

/** Rows of a stage in order of id; a pin's last slots are its owner's followers (from `owners`). */
export function stagedRows(entity: EntityType, columns: readonly string[], stage: string, owners: string): string {
  if (entity !== 'pin') return `select ${columns.join(', ')} from ${stage} order by _id`;
  const own = ownSlotsOf('pin');
  const ownersSlots = metricsOf.pinner.indexOf('follower_count') * periods.length;
  const whole = columns.map((column) => {
    if (column === '_id') return 's._id';
    const empty = `array[${periods.map(() => withoutOwner[column]).join(', ')}]`;
    return `s.${column}[1:${own}] || coalesce(o.${column}[${ownersSlots + 1}:${ownersSlots + periods.length}], ${empty}) ${column}`;
  });
  return `select ${whole.join(', ')} from ${stage} s
    left join pins p on p._id = s._id left join ${owners} o on o._id = p.pinner_id order by s._id`;
}

/** For every slot the raw values of now and of one period before, in order of id. */
async function rawsOf(client: ClientBase, entity: EntityType, owners: string, total: number): Promise<Float64Array<ArrayBuffer>[]> {
  const slots = slotsOf(entity);
  const raws = Array.from({ length: 2 * slots }, () => new Float64Array(total));
  let scratch = new Float64Array(slots);
  let row = 0;
  for await (const batch of copiedOut(client, stagedRows(entity, ['raw', 'raw_before'], stageOf(entity), owners), BATCH)) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; row++) {
      reader.row();
      for (const part of [0, slots]) {
        scratch = reader.array(scratch).values;
        for (let slot = 0; slot < slots; slot++) raws[part + slot]![row] = scratch[slot]!;
      }
    }
  }
  return raws;
}

async function ranksOf(raws: readonly Float64Array<ArrayBuffer>[], scorers: Scorers): Promise<Int32Array[]> {
  const ranks: Int32Array[] = [];
  for (const values of raws) ranks.push(await scorers.rank(values));
  return ranks;
}

async function* ranked(batches: AsyncIterable<Rows>, ranks: readonly Int32Array[]): AsyncGenerator<Rows> {
  const slots = ranks.length / 2;
  const writer = new RowWriter();
  const places = new Float64Array(slots);
  let row = 0;
  for await (const batch of batches) {
    const reader = new RowReader(batch.bytes);
    for (; !reader.isAtEnd; row++) {
      reader.row();
      writer.row(scoreColumns.length + 2);
      for (let field = 0; field < scoreColumns.length; field++) writer.raw(reader.raw());
      for (const part of [0, slots]) {
        for (let slot = 0; slot < slots; slot++) places[slot] = ranks[part + slot]![row]! || NaN;
        writer.array(INT4, places);
      }
    }
    yield writer.take();
  }
}

/**
 * Fills the next scores of an entity from the stage, with the rank of now and of one period before in every slot: by raw, the largest
 * first, ties by id. `reading` and `writing` are two connections, because rows stream from one to the other.
 */
export async function fillNextScores(reading: ClientBase, writing: ClientBase, entity: EntityType, owners: string): Promise<void> {
  const total = await countStaged(reading, entity);
  const scorers = scorersFor(total);
  const ranks = await ranksOf(await rawsOf(reading, entity, owners, total), scorers).finally(() => scorers.close());
  const rows = ranked(copiedOut(reading, stagedRows(entity, scoreColumns, stageOf(entity), owners), BATCH), ranks);
  await copyIn(writing, nextOf(`${entity}_scores`), [...scoreColumns, 'rank', 'previous_rank'], rows, true);
}
