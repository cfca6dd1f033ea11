import { ReadingColumns } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import { newScores, scoreEntity } from '#domain/analytics/growth/scores';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { FLOAT4_OID, FLOAT8_OID, INT2_OID, INT4_OID, type Rows, RowWriter } from '#server/database/copy/row-writer';
import { readHistory } from '#server/database/history/history-sql';
import { RowReader } from '#server/database/copy/row-reader';

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

/** A batch of scored rows, with the id of its last row. */
export interface ScoredRows extends Rows {
  readonly lastId: string;
}

const writer = new RowWriter();
const textDecoder = new TextDecoder();
const LENGTH_PREFIX_BYTES = 4;

/** Turns rows of (_id, sealed, open; see `historySql`) into rows of `scoreTableColumns`, without allocating an object per point. */
export function scoreRows(entity: EntityType, asOf: Day, rows: Rows): ScoredRows {
  const reader = new RowReader(rows.bytes);
  const scores = newScores(entity);
  const columns = new ReadingColumns(countsOf[entity].length);
  let lastId: Uint8Array = new Uint8Array(LENGTH_PREFIX_BYTES);
  while (!reader.isAtEnd) {
    reader.beginRow();
    lastId = reader.readField();
    readHistory(columns, { sealed: reader.readField(), open: reader.readField() }, LENGTH_PREFIX_BYTES);
    const known = (column: Float64Array<ArrayBuffer>) => column.subarray(0, columns.length);
    scoreEntity(entity, known(columns.at), columns.counts.map(known), asOf, scores);
    writer.beginRow(scoreTableColumns.length);
    writer.writeFields(lastId);
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
  return { ...writer.takeRows(), lastId: textDecoder.decode(lastId.subarray(LENGTH_PREFIX_BYTES)) };
}
