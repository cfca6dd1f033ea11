import { dayOfReading, type Reading, type Series } from '#domain/catalog/history/readings';
import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { MINUTES_PER_DAY } from '#domain/days';
import { fnv1aOfBytes } from '#domain/fnv-1a';

/**
 * A sealed month: the readings of an entity in one month, in about five bytes each.
 *
 * All numbers are LEB128: seven bits per byte, the lowest first, with a high bit if more follow. Differences that may be negative are
 * zigzag-coded (0, -1, 1, -2 become 0, 1, 2, 3). A month is the number of its readings, the readings, and the FNV-1a hash of all these bytes
 * in four bytes. A reading is:
 *
 * - its day as a difference to that of the reading before, times four, plus 1 if the minute of the day differs and 2 if the import does;
 * - the minute and the difference of the import, each only if it differs;
 * - per count, 0 if it is unknown, otherwise the zigzag-coded difference to the last known one, plus 1.
 *
 * Before the first reading, day, minute, import, and counts are 0.
 */

const HIGH_BIT = 0x80;
const MINUTE_DIFFERS = 1;
const IMPORT_DIFFERS = 2;
const FLAG_COMBINATIONS = 4;
const CHECKSUM_BYTES = 4;

const toZigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const fromZigzag = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/** Bytes that grow as numbers are added. */
class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  number(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    while (rest >= HIGH_BIT) {
      this.#bytes[this.#length++] = (rest % HIGH_BIT) + HIGH_BIT;
      rest = Math.floor(rest / HIGH_BIT);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Returns a copy of the bytes with their checksum. */
  finish(): Uint8Array<ArrayBuffer> {
    const length = this.#length;
    const sealed = new Uint8Array(length + CHECKSUM_BYTES);
    sealed.set(this.#bytes.subarray(0, length));
    new DataView(sealed.buffer).setInt32(length, fnv1aOfBytes(sealed, 0, length));
    return sealed;
  }
}

/** Encodes the readings of one month, oldest first. */
export function encodeMonth(readings: readonly Reading[]): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.number(readings.length);
  let [lastDay, lastMinute, lastImport] = [0, 0, 0];
  const last = readings[0]?.counts.map(() => 0) ?? [];
  for (const reading of readings) {
    const { at, importId, counts } = reading;
    const [day, minute] = [dayOfReading(reading), at % MINUTES_PER_DAY];
    const flags = (minute === lastMinute ? 0 : MINUTE_DIFFERS) + (importId === lastImport ? 0 : IMPORT_DIFFERS);
    writer.number((day - lastDay) * FLAG_COMBINATIONS + flags);
    if (minute !== lastMinute) writer.number(minute);
    if (importId !== lastImport) writer.number(toZigzag(importId - lastImport));
    [lastDay, lastMinute, lastImport] = [day, minute, importId];
    for (const [index, value] of counts.entries()) {
      if (value === null) writer.number(0);
      else {
        writer.number(toZigzag(value - last[index]!) + 1);
        last[index] = value;
      }
    }
  }
  return writer.finish();
}

/** The readings of an entity, column by column; reused from one entity to the next. */
export class ReadingColumns {
  length = 0;
  /** Minutes since 1970, ascending. */
  at = new Float64Array(64);
  imports = new Float64Array(64);
  /** Per count, the values; NaN is unknown. */
  readonly counts: Float64Array<ArrayBuffer>[];

  constructor(countCount: number) {
    this.counts = Array.from({ length: countCount }, () => new Float64Array(64));
  }

  clear(): void {
    this.length = 0;
  }

  /** Makes room for one more reading and returns its index. */
  add(at: number, importId: number): number {
    if (this.length === this.at.length) {
      this.at = doubled(this.at);
      this.imports = doubled(this.imports);
      for (const [index, column] of this.counts.entries()) this.counts[index] = doubled(column);
    }
    this.at[this.length] = at;
    this.imports[this.length] = importId;
    return this.length++;
  }
}

function doubled(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** Appends the readings of sealed months that lie one after the other in `bytes`. Throws if a month is damaged. */
export function appendMonths(columns: ReadingColumns, bytes: Uint8Array, from = 0, to = bytes.length): void {
  let position = from;
  const number = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      if (position >= to) throw new DamagedHistory();
      const byte = bytes[position++]!;
      if (byte < HIGH_BIT) return value + byte * scale;
      value += (byte - HIGH_BIT) * scale;
      scale *= HIGH_BIT;
    }
  };
  const last = columns.counts.map(() => 0);
  while (position < to) {
    const start = position;
    let [day, minute, importId] = [0, 0, 0];
    last.fill(0);
    for (let left = number(); left > 0; left--) {
      const head = number();
      day += Math.floor(head / FLAG_COMBINATIONS);
      if (head & MINUTE_DIFFERS) minute = number();
      if (head & IMPORT_DIFFERS) importId += fromZigzag(number());
      const index = columns.add(day * MINUTES_PER_DAY + minute, importId);
      for (let count = 0; count < last.length; count++) {
        const value = number();
        if (value !== 0) last[count]! += fromZigzag(value - 1);
        columns.counts[count]![index] = value === 0 ? NaN : last[count]!;
      }
    }
    const checksum = (bytes[position]! << 24) | (bytes[position + 1]! << 16) | (bytes[position + 2]! << 8) | bytes[position + 3]!;
    if (position + CHECKSUM_BYTES > to || checksum !== fnv1aOfBytes(bytes, start, position)) throw new DamagedHistory();
    position += CHECKSUM_BYTES;
  }
}

/** The bytes of a sealed month are not those that were written. */
class DamagedHistory extends Error {
  constructor() {
    super('the readings of a month are damaged: restore its table from a backup');
  }
}

/** The readings as objects. */
export const toReadings = ({ length, at, imports, counts }: ReadingColumns): Reading[] =>
  Array.from({ length }, (_, index) => ({
    at: at[index]!,
    importId: imports[index]!,
    counts: counts.map((column) => knownOrNull(column[index]!)),
  }));

const knownOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The readings as lists, by count of the entity. */
export const toSeries = (entity: EntityType, { length, at, counts }: ReadingColumns): Series => ({
  at: Array.from(at.subarray(0, length)),
  counts: Object.fromEntries(countsOf[entity].map((count, index) => [count, Array.from(counts[index]!.subarray(0, length), knownOrNull)])),
});
