import { ReadingColumns } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import { newScores, scoreEntity } from '#domain/analytics/growth/scores';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { FLOAT4_OID, FLOAT8_OID, INT2_OID, INT4_OID, type Rows, RowWriter } from '#server/database/copy/row-writer';
import { readHistory } from '#server/database/history/history-sql';
import type { RowReader } from '#server/database/copy/row-reader';

/** The columns of a row of scores, in the order they are written. The rank columns follow once all rows are scored. */
export const scoreTableColumns = [
  '_id',
  'growth',
  'score',
  'raw',
  'raw_before',
  'confidence',
  'flags',
  'jump_share',
  'jumped_on',
  'read_on',
  'recent_change',
  'recent_days',
] as const;

const writer = new RowWriter();
const LENGTH_PREFIX_BYTES = 4;

/** Turns rows of (_id, sealed, open; see `historySql`) into rows of `scoreTableColumns`, without allocating an object per point. */
export function scoreRows(entity: EntityType, asOf: Day, reader: RowReader): Rows {
  const scores = newScores(entity);
  const columns = new ReadingColumns(countsOf[entity].length);
  const known = (column: Float64Array<ArrayBuffer>) => column.subarray(0, columns.length);
  while (reader.nextRow()) {
    const id = reader.readFields(1);
    readHistory(columns, { sealed: reader.readFields(1), open: reader.readFields(1) }, LENGTH_PREFIX_BYTES);
    scoreEntity(entity, known(columns.at), columns.counts.map(known), asOf, scores);
    writer.beginRow(scoreTableColumns.length);
    writer.writeFields(id);
    writer.writeNumberArray(FLOAT8_OID, scores.growth);
    writer.writeNumberArray(FLOAT4_OID, scores.score);
    writer.writeNumberArray(FLOAT8_OID, scores.raw);
    writer.writeNumberArray(FLOAT8_OID, scores.previousRaw);
    writer.writeNumberArray(INT2_OID, scores.confidence);
    writer.writeNumberArray(INT4_OID, scores.flags);
    writer.writeNumber(FLOAT4_OID, scores.jumpShare);
    writer.writeNumber(INT4_OID, scores.jumpedOn);
    writer.writeNumberArray(INT4_OID, scores.readOn);
    writer.writeNumber(INT4_OID, scores.recentChange);
    writer.writeNumber(INT4_OID, scores.recentDays);
  }
  return writer.takeRows();
}
