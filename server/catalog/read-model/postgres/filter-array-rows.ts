import { rankArrayName } from '#server/catalog/read-model/filter-columns';
import type { OrderedRows, ReadModelSource } from '#server/catalog/read-model/postgres/read-model-source';
import { INT4_OID, type Rows, RowWriter } from '#server/database/copy/row-writer';

/** Numbers per block of an array: 256 KB. */
const ARRAY_BLOCK_LENGTH = 65_536;
const CHUNK_BYTES = 256 * 1024;

/** The bytes of numbers as they are in memory: little-endian on every platform that Node runs on. */
const bytesOf = (numbers: Int32Array): Uint8Array => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The arrays of a list in blocks: those that filters read, and the rows by rank of each order. */
export function* arrayRows({ filterArrays }: ReadModelSource, orders: readonly OrderedRows[]): Generator<Rows> {
  const writer = new RowWriter();
  const rankArrays = orders.map(({ order, rows }) => [rankArrayName(order.orderKey), rows] as const);
  for (const [name, numbers] of [...filterArrays, ...rankArrays])
    for (let block = 0; block * ARRAY_BLOCK_LENGTH < numbers.length; block++) {
      writer.beginRow(3);
      writer.writeBytes(Buffer.from(name));
      writer.writeNumber(INT4_OID, block);
      writer.writeBytes(bytesOf(numbers.subarray(block * ARRAY_BLOCK_LENGTH, (block + 1) * ARRAY_BLOCK_LENGTH)));
      if (writer.length > CHUNK_BYTES) yield writer.takeRows();
    }
  yield writer.takeRows();
}

/** The rows of each text of each facet. */
export function* facetRows({ facets, rowCount }: ReadModelSource): Generator<Rows> {
  const writer = new RowWriter();
  const everyRow = Int32Array.from({ length: rowCount }, (_, row) => row);
  for (const [facet, index] of facets) {
    const ranks = index.ranksOfTerms(everyRow, 0, index.terms.count);
    let offset = 0;
    for (let termIndex = 0; termIndex < index.terms.count; termIndex++) {
      const end = offset + index.rowCounts[termIndex]!;
      writer.beginRow(3);
      writer.writeBytes(Buffer.from(facet));
      writer.writeFields(index.terms.fieldAt(termIndex));
      writer.writeBytes(bytesOf(distinctRows(ranks.subarray(offset, end))));
      offset = end;
      if (writer.length > CHUNK_BYTES) yield writer.takeRows();
    }
  }
  yield writer.takeRows();
}

/** Turns ascending ranks of the order by `_id` into rows, in place. A row has a rank twice if two of its texts differ in case only. */
function distinctRows(ranks: Int32Array): Int32Array {
  let count = 0;
  for (const rank of ranks) if (count === 0 || ranks[count - 1] !== rank - 1) ranks[count++] = rank - 1;
  return ranks.subarray(0, count);
}
