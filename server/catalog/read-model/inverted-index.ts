import { fnv1aOfBytes } from '#domain/fnv-1a';
import { FieldBuffer, grownTo } from '#server/database/copy/field-buffer';
import type { RowReader } from '#server/database/copy/row-reader';

const EMPTY_BUCKET = -1;

/** The length precedes a text in four bytes, in an array as in a field. */
export const FIELD_LENGTH_BYTES = 4;

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  const hash = fnv1aOfBytes(bytes, from, to);
  return hash ^ (hash >>> 15);
}

/** Lowers the case of ASCII letters in place; the bytes of other characters are not in their range. */
function lowerAsciiBytes(bytes: Uint8Array, from: number, to: number): void {
  for (let offset = from; offset < to; offset++) if (bytes[offset]! >= 0x41 && bytes[offset]! <= 0x5a) bytes[offset]! += 0x20;
}

/** An inverted index under construction, in typed arrays: a million rows with a dozen terms each take 100 MB. */
export class InvertedIndex {
  /** The distinct terms, as fields of a binary COPY. */
  readonly terms = new FieldBuffer();
  /** The number of rows with each term. */
  rowCounts = new Int32Array(1 << 12);
  /** The number of pairs of a row and a term. */
  pairCount = 0;
  #buckets = new Int32Array(1 << 13).fill(EMPTY_BUCKET);
  #rowCount = 0;
  #rowEnds = new Int32Array(1 << 12);
  #rowTermIndexes = new Int32Array(1 << 15);
  /** The occurrence of the term of each pair; empty in an index without occurrences. */
  #occurrences = new Int32Array(0);
  #numbers = new Float64Array(64);

  readonly #lowersAscii: boolean;

  readonly #addTerm = (bytes: Uint8Array, from: number, to: number): void => {
    if (this.#lowersAscii) lowerAsciiBytes(bytes, from, to);
    const termIndex = this.#findOrAddTerm(bytes, from, to);
    this.rowCounts[termIndex]!++;
    if (this.pairCount === this.#rowTermIndexes.length) this.#rowTermIndexes = grownTo(this.#rowTermIndexes, this.pairCount * 2);
    this.#rowTermIndexes[this.pairCount++] = termIndex;
  };

  /** An index that lowers ASCII letters does not distinguish terms by their case. */
  constructor(lowersAscii = false) {
    this.#lowersAscii = lowersAscii;
  }

  /** Adds the terms of the next row: the reader's current field. */
  addRow(reader: RowReader): void {
    reader.readTextArray(this.#addTerm);
    this.#endRow();
  }

  /** Adds the only term of the next row, as a field of a binary COPY; null for a row without one. */
  addTermOfRow(field: Uint8Array | null): void {
    if (field) this.#addTerm(field, FIELD_LENGTH_BYTES, field.length);
    this.#endRow();
  }

  #endRow(): void {
    if (this.#rowCount === this.#rowEnds.length) this.#rowEnds = grownTo(this.#rowEnds, this.#rowCount * 2);
    this.#rowEnds[this.#rowCount++] = this.pairCount;
  }

  /** Adds the occurrences of the terms of the row that was added last: the reader's current field. Missing ones are 0. */
  addOccurrences(reader: RowReader): void {
    const { values, length } = reader.readNumberArray(this.#numbers);
    this.#numbers = values;
    if (this.#occurrences.length < this.pairCount) this.#occurrences = grownTo(this.#occurrences, this.#rowTermIndexes.length);
    const start = this.#rowCount === 1 ? 0 : this.#rowEnds[this.#rowCount - 2]!;
    for (let index = 0; index < length && start + index < this.pairCount; index++) this.#occurrences[start + index] = values[index]!;
  }

  /**
   * Returns the posting lists of the terms `from` to `to`, concatenated: each term's rows, ascending, and its occurrence in each of them. A
   * term's rows start at the sum of the row counts of the terms before it.
   */
  postingsOfTerms(from: number, to: number) {
    const writeOffsets = new Int32Array(to - from);
    let length = 0;
    for (let termIndex = from; termIndex < to; termIndex++) {
      writeOffsets[termIndex - from] = length;
      length += this.rowCounts[termIndex]!;
    }
    const [rowEnds, rowTermIndexes, pairOccurrences] = [this.#rowEnds, this.#rowTermIndexes, this.#occurrences];
    const hasOccurrences = pairOccurrences.length > 0;
    const [rows, occurrences] = [new Int32Array(length), new Int32Array(hasOccurrences ? length : 0)];
    for (let row = 0, pairIndex = 0; row < this.#rowCount; row++)
      for (const end = rowEnds[row]!; pairIndex < end; pairIndex++) {
        const termIndex = rowTermIndexes[pairIndex]!;
        if (termIndex < from || termIndex >= to) continue;
        const offset = writeOffsets[termIndex - from]!++;
        rows[offset] = row;
        if (hasOccurrences) occurrences[offset] = pairOccurrences[pairIndex]!;
      }
    return { rows, occurrences };
  }

  #findOrAddTerm(bytes: Uint8Array, from: number, to: number): number {
    const mask = this.#buckets.length - 1;
    for (let bucket = hashOf(bytes, from, to) & mask; ; bucket = (bucket + 1) & mask) {
      const termIndex = this.#buckets[bucket]!;
      if (termIndex === EMPTY_BUCKET) return this.#appendTerm(bytes, from, to, bucket);
      if (this.#termEquals(termIndex, bytes, from, to)) return termIndex;
    }
  }

  #termEquals(termIndex: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { bytes: termBytes, offsets } = this.terms;
    let termOffset = offsets[termIndex]! + FIELD_LENGTH_BYTES;
    if (offsets[termIndex + 1]! - termOffset !== to - from) return false;
    for (let offset = from; offset < to; offset++) if (termBytes[termOffset++] !== bytes[offset]) return false;
    return true;
  }

  #appendTerm(bytes: Uint8Array, from: number, to: number, bucket: number): number {
    const termIndex = this.terms.count;
    this.terms.append(bytes.subarray(from - FIELD_LENGTH_BYTES, to));
    if (termIndex === this.rowCounts.length) this.rowCounts = grownTo(this.rowCounts, termIndex * 2);
    this.#buckets[bucket] = termIndex;
    if (this.terms.count * 2 > this.#buckets.length) this.#rehash();
    return termIndex;
  }

  #rehash(): void {
    const buckets = new Int32Array(this.#buckets.length * 2).fill(EMPTY_BUCKET);
    const mask = buckets.length - 1;
    const { bytes, offsets, count } = this.terms;
    for (let termIndex = 0; termIndex < count; termIndex++) {
      let bucket = hashOf(bytes, offsets[termIndex]! + FIELD_LENGTH_BYTES, offsets[termIndex + 1]!) & mask;
      while (buckets[bucket] !== EMPTY_BUCKET) bucket = (bucket + 1) & mask;
      buckets[bucket] = termIndex;
    }
    this.#buckets = buckets;
  }
}
