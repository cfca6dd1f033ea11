import type { Series } from '#domain/catalog/history/readings';
import { appendMonths, ReadingColumns, toSeries } from '#domain/catalog/history/sealed-months';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { UNKNOWN_COUNT } from '#server/database/history/history-sql';

/** The history of an entity as `historyColumnsSql` selects it. */
export interface StoredHistory {
  readonly sealed: Uint8Array | null;
  readonly open: Uint8Array | null;
}

const INTEGER_BYTES = 4;

/** Appends open readings: per reading its minute, its import, and its counts as big-endian integers. */
function appendOpenReadings(columns: ReadingColumns, bytes: Uint8Array, from: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = from;
  const integer = (): number => {
    const value = view.getInt32(offset);
    offset += INTEGER_BYTES;
    return value;
  };
  while (offset < bytes.length) {
    const index = columns.add(integer(), integer());
    for (const column of columns.counts) {
      const value = integer();
      column[index] = value === UNKNOWN_COUNT ? NaN : value;
    }
  }
}

/** Reads the sealed and the open readings of an entity into `columns`, oldest first. Bytes before `from` of either are skipped. */
export function readHistory(columns: ReadingColumns, { sealed, open }: StoredHistory, from = 0): void {
  columns.clear();
  if (sealed) appendMonths(columns, sealed, from);
  if (open) appendOpenReadings(columns, open, from);
}

/** Decodes the history of an entity. */
export function decodeSeries(entity: EntityType, history: StoredHistory): Series {
  const columns = new ReadingColumns(countsOf[entity].length);
  readHistory(columns, history);
  return toSeries(entity, columns);
}
