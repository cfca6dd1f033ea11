import { countsOf } from '#domain/analytics/metrics';
import { newScores, scoreEntity } from '#domain/analytics/scores';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { FLOAT4, FLOAT8, INT2, INT4, RowReader, type Rows, RowWriter } from '#server/database/copy-format';

/** What rows of scores hold, in this order; ranks follow when all are known. */
export const scoreColumns = ['_id', 'growth', 'score', 'raw', 'raw_before', 'confidence', 'flags'] as const;

/** Rows of scores, with the id of the last one. */
export interface ScoredRows extends Rows {
  readonly lastId: string;
}

const writer = new RowWriter();
const text = new TextDecoder();
const LENGTH_BYTES = 4;

/** Rows of (_id, at, one array per counted metric) to rows of `scoreColumns`, without an object per point. */
export function scoreRows(entity: EntityType, asOf: Day, rows: Rows): ScoredRows {
  const reader = new RowReader(rows.bytes);
  const scores = newScores(entity);
  const scratch = [new Float64Array(512), ...countsOf[entity].map(() => new Float64Array(512))];
  let lastId: Uint8Array = new Uint8Array(LENGTH_BYTES);
  while (!reader.isAtEnd) {
    reader.row();
    lastId = reader.raw();
    const [at, ...counts] = scratch.map((into, place) => {
      const { values, length } = reader.array(into);
      scratch[place] = values;
      return values.subarray(0, length);
    });
    scoreEntity(entity, at!, counts, asOf, scores);
    writer.row(scoreColumns.length);
    writer.raw(lastId);
    writer.array(FLOAT8, scores.growth);
    writer.array(FLOAT4, scores.score);
    writer.array(FLOAT8, scores.raw);
    writer.array(FLOAT8, scores.rawBefore);
    writer.array(INT2, scores.confidence);
    writer.array(INT4, scores.flags);
  }
  return { ...writer.take(), lastId: text.decode(lastId.subarray(LENGTH_BYTES)) };
}
