import { BLOCK_ROWS } from '#server/catalog/postgres/lists/list-order';
import { rankArrayName } from '#server/catalog/read-model/filter-columns';
import type { ListNumbers } from '#server/catalog/read-model/postgres/list-numbers';
import type { ListTexts } from '#server/catalog/read-model/postgres/list-texts';
import { encodeAscending, encodeNumbers } from '#server/catalog/read-model/varints';
import { free } from '#server/database/copy/field-buffer';
import { INT2_OID, INT4_OID, type Rows, rowChunks, RowWriter } from '#server/database/copy/row-writer';

/** Numbers per block of an array: 256 KB. */
const ARRAY_BLOCK_LENGTH = 65_536;
/** Posting lists are built in slices of about this many numbers, which bounds the memory (64 MB). Each slice looks at every row. */
const MAX_NUMBERS_PER_SLICE = 16_000_000;

/** The bytes of numbers as they are in memory: little-endian on every platform that Node runs on. */
const bytesOf = (numbers: Int32Array): Uint8Array => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The ids of a list in blocks, by the rank of each order. */
export function* orderRows({ ids, orders }: ListNumbers): Generator<Rows> {
  const writer = new RowWriter();
  for (const { order, rows } of orders)
    yield* rowChunks(writer, Math.ceil(rows.length / BLOCK_ROWS), (block) => {
      writer.beginRow(3);
      writer.writeNumber(INT2_OID, order.orderKey);
      writer.writeNumber(INT4_OID, block);
      writer.writeTextArray(ids, rows.subarray(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS));
    });
}

/** The arrays of a list in blocks: those that filters read, and the rows by rank of each order. */
export function* arrayRows({ filterArrays, orders }: ListNumbers): Generator<Rows> {
  const writer = new RowWriter();
  const rankArrays = orders.map(({ order, rows }) => [rankArrayName(order.orderKey), rows] as const);
  for (const [name, numbers] of [...filterArrays, ...rankArrays])
    yield* rowChunks(writer, Math.ceil(numbers.length / ARRAY_BLOCK_LENGTH), (block) => {
      writer.beginRow(3);
      writer.writeBytes(Buffer.from(name));
      writer.writeNumber(INT4_OID, block);
      writer.writeBytes(bytesOf(numbers.subarray(block * ARRAY_BLOCK_LENGTH, (block + 1) * ARRAY_BLOCK_LENGTH)));
    });
}

/** The terms of a list with the number of their rows. */
export function* termRows({ index: { terms, rowCounts } }: ListTexts): Generator<Rows> {
  const writer = new RowWriter();
  yield* rowChunks(writer, terms.count, (term) => {
    writer.beginRow(2);
    writer.writeFields(terms.fieldAt(term));
    writer.writeNumber(INT4_OID, rowCounts[term]!);
  });
}

/** The rows of each text of each facet. */
export function* facetRows({ facets }: ListTexts): Generator<Rows> {
  const writer = new RowWriter();
  for (const [facet, index] of facets) {
    const { terms, rowCounts } = index;
    const { rows } = index.postingsOfTerms(0, terms.count);
    let from = 0;
    yield* rowChunks(writer, terms.count, (term) => {
      writer.beginRow(3);
      writer.writeBytes(Buffer.from(facet));
      writer.writeFields(terms.fieldAt(term));
      writer.writeBytes(bytesOf(distinctRows(rows.subarray(from, (from += rowCounts[term]!)))));
    });
  }
}

/** Each of these ascending rows once, in place: a row is there twice if two of its texts differ in case only. */
function distinctRows(rows: Int32Array): Int32Array {
  let count = 0;
  for (const row of rows) if (count === 0 || rows[count - 1] !== row) rows[count++] = row;
  return rows.subarray(0, count);
}

/** The posting list of each term: its rows, and where it occurs in each of them. */
export function* postingListRows({ index }: ListTexts): Generator<Rows> {
  const writer = new RowWriter();
  const { terms, rowCounts } = index;
  for (let first = 0, end = 0; first < terms.count; first = end) {
    let pairCount = 0;
    do pairCount += rowCounts[end++]!;
    while (end < terms.count && (pairCount + rowCounts[end]!) * 2 <= MAX_NUMBERS_PER_SLICE);
    const { rows, occurrences } = index.postingsOfTerms(first, end);
    let from = 0;
    yield* rowChunks(writer, end - first, (position) => {
      const to = from + rowCounts[first + position]!;
      writer.beginRow(4);
      writer.writeFields(terms.fieldAt(first + position));
      writer.writeNumber(INT4_OID, to - from);
      writer.writeBytes(encodeAscending(rows.subarray(from, to)));
      writer.writeBytes(encodeNumbers(occurrences.subarray(from, to)));
      from = to;
    });
    free(rows);
    free(occurrences);
  }
}
