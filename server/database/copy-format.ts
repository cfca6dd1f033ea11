/** Postgres's binary COPY format: what goes before the rows of a copy, and after them. */
export const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const COPY_TRAILER = Buffer.from([0xff, 0xff]);

export const INT2 = 21;
export const INT4 = 23;
const TEXT = 25;
export const FLOAT4 = 700;
export const FLOAT8 = 701;

/** Whole rows of a binary copy in memory of their own, so that they can be handed to another thread. */
export interface Rows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

const FIRST_SIZE = 64 * 1024;
const LARGEST_BATCH = 4 * 1024 * 1024;

/** Bytes that have arrived and are not yet handed on. */
class Held {
  bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  length = 0;

  add(chunk: Buffer): void {
    if (this.length + chunk.length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow((this.length + chunk.length) * 2);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length);
    this.length += chunk.length;
  }

  /** Forgets the first bytes. */
  drop(count: number): void {
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
  }
}

/** Cuts a binary copy into batches of at most `size` rows (or some megabytes), however its bytes arrive. */
export async function* batchesOf(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Rows> {
  const held = new Held();
  let start = COPY_HEADER.length;
  let walked = start;
  let count = 0;
  const cut = (): Rows => {
    const batch = { bytes: new Uint8Array(held.bytes.subarray(start, walked)), count };
    start = walked;
    count = 0;
    return batch;
  };
  for await (const chunk of chunks) {
    held.add(chunk);
    for (let next = rowEnd(held.bytes, walked, held.length); next > 0; next = rowEnd(held.bytes, walked, held.length)) {
      walked = next;
      if (++count === size || walked - start > LARGEST_BATCH) yield cut();
    }
    if (start === 0 || start > held.length) continue;
    held.drop(start);
    walked -= start;
    start = 0;
  }
  if (count > 0) yield cut();
}

/** Where the row that begins at `from` ends; 0 while it is not whole, or at the end of the copy. */
function rowEnd(held: Buffer, from: number, length: number): number {
  if (from + 2 > length) return 0;
  const fields = held.readInt16BE(from);
  if (fields < 0) return 0;
  let place = from + 2;
  for (let field = 0; field < fields; field++) {
    if (place + 4 > length) return 0;
    place += 4 + Math.max(0, held.readInt32BE(place));
    if (place > length) return 0;
  }
  return place;
}

/** Reads the fields of rows one after the other. */
export class RowReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  place = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.place >= this.bytes.length;
  }

  /** Begins a row. */
  row(): void {
    this.place += 2;
  }

  /** The bytes of a field with its length before it, as they are. */
  raw(): Uint8Array<ArrayBuffer> {
    const from = this.place;
    this.place += 4 + Math.max(0, this.#view.getInt32(from));
    return this.bytes.subarray(from, this.place);
  }

  /** An array of texts: each is shown as the bytes from one place to another. A null array has none. */
  texts(show: (bytes: Uint8Array, from: number, to: number) => void): void {
    const view = this.#view;
    const size = view.getInt32(this.place);
    const end = this.place + 4 + Math.max(0, size);
    const length = size < 0 || view.getInt32(this.place + 4) === 0 ? 0 : view.getInt32(this.place + 16);
    let place = this.place + 24;
    for (let element = 0; element < length; element++) {
      const bytes = Math.max(0, view.getInt32(place));
      show(this.bytes, place + 4, place + 4 + bytes);
      place += 4 + bytes;
    }
    this.place = end;
  }

  /** An array of integers or doubles into `into` (grown when it is too short); NaN for null. Answers the array and its length, 0 for a null array. */
  array(into: Float64Array<ArrayBuffer>): { values: Float64Array<ArrayBuffer>; length: number } {
    const view = this.#view;
    if (view.getInt32(this.place) < 0) {
      this.place += 4;
      return { values: into, length: 0 };
    }
    const end = this.place + 4 + view.getInt32(this.place);
    const length = view.getInt32(this.place + 4) === 0 ? 0 : view.getInt32(this.place + 16);
    const values = into.length < length ? new Float64Array(length * 2) : into;
    let place = this.place + 24;
    for (let element = 0; element < length; element++) {
      const size = view.getInt32(place);
      place += 4;
      values[element] = size === 4 ? view.getInt32(place) : size === 8 ? view.getFloat64(place) : NaN;
      if (size > 0) place += size;
    }
    this.place = end;
    return { values, length };
  }
}

/** Bytes are copied four at a time, up to so many too far. */
const SPARE = 3;

/** Fields of many rows one after the other; the one of a row begins at its place in `starts` and ends where the next begins. */
export class Fields {
  bytes = new Uint8Array(1 << 16);
  starts = new Int32Array(1 << 12);
  count = 0;

  add(field: Uint8Array): void {
    const from = this.starts[this.count]!;
    const to = from + field.length;
    if (to + SPARE > this.bytes.length) this.bytes = longer(this.bytes, new Uint8Array(to * 2));
    if (this.count + 2 > this.starts.length) this.starts = longer(this.starts, new Int32Array(this.starts.length * 2));
    this.bytes.set(field, from);
    this.starts[++this.count] = to;
  }

  at(place: number): Uint8Array {
    return this.bytes.subarray(this.starts[place], this.starts[place + 1]);
  }
}

/** The content of a typed array in a longer one. */
export function longer<T extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(present: T, next: T): T {
  next.set(present);
  return next;
}

/** Writes rows; `take` gives them away. */
export class RowWriter {
  #bytes = new Uint8Array(FIRST_SIZE);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #count = 0;

  get length(): number {
    return this.#length;
  }

  row(fields: number): void {
    this.#room(2);
    this.#view.setInt16(this.#length, fields);
    this.#length += 2;
    this.#count++;
  }

  /** A field as it was read, its length before it. */
  raw(field: Uint8Array): void {
    this.#room(field.length);
    this.#bytes.set(field, this.#length);
    this.#length += field.length;
  }

  /** An array of a type; NaN becomes null. */
  array(type: number, values: ArrayLike<number>): void {
    const { length } = values;
    this.#room(24 + length * 12);
    const view = this.#view;
    const start = this.#length;
    const size = type === FLOAT8 ? 8 : type === INT2 ? 2 : 4;
    let place = start + 24;
    let nulls = 0;
    for (let element = 0; element < length; element++) {
      const value = values[element]!;
      if (Number.isNaN(value)) {
        view.setInt32(place, -1);
        place += 4;
        nulls = 1;
        continue;
      }
      view.setInt32(place, size);
      if (type === FLOAT8) view.setFloat64(place + 4, value);
      else if (type === FLOAT4) view.setFloat32(place + 4, value);
      else if (type === INT2) view.setInt16(place + 4, value);
      else view.setInt32(place + 4, value);
      place += 4 + size;
    }
    view.setInt32(start, place - start - 4);
    view.setInt32(start + 4, 1);
    view.setInt32(start + 8, nulls);
    view.setInt32(start + 12, type);
    view.setInt32(start + 16, length);
    view.setInt32(start + 20, 1);
    this.#length = place;
  }

  /** A whole number of INT2 or INT4. */
  integer(type: number, value: number): void {
    this.#room(8);
    const size = type === INT2 ? 2 : 4;
    this.#view.setInt32(this.#length, size);
    if (type === INT2) this.#view.setInt16(this.#length + 4, value);
    else this.#view.setInt32(this.#length + 4, value);
    this.#length += 4 + size;
  }

  /** An array of INT4 without nulls: the long ones are all like that. */
  integers(values: Int32Array): void {
    const { length } = values;
    this.#room(24 + length * 8);
    this.#arrayHead(INT4, 20 + length * 8, length);
    const view = this.#view;
    let place = this.#length + 24;
    for (let element = 0; element < length; element++, place += 8) {
      view.setInt32(place, 4);
      view.setInt32(place + 4, values[element]!);
    }
    this.#length = place;
  }

  /** An array of texts: the fields (as `raw` of a reader gives them) that `fields` holds at `places`. */
  texts(fields: Fields, places: Int32Array): void {
    const { bytes, starts } = fields;
    let size = 0;
    for (const place of places) size += starts[place + 1]! - starts[place]!;
    this.#room(24 + size + SPARE);
    this.#arrayHead(TEXT, 20 + size, places.length);
    const [view, held] = [this.#view, new DataView(bytes.buffer)];
    let start = this.#length + 24;
    for (const place of places) {
      const end = starts[place + 1]!;
      let to = start;
      for (let from = starts[place]!; from < end; from += 4, to += 4) view.setInt32(to, held.getInt32(from));
      start += end - starts[place]!;
    }
    this.#length = start;
  }

  #arrayHead(type: number, size: number, length: number): void {
    const view = this.#view;
    const start = this.#length;
    view.setInt32(start, size);
    view.setInt32(start + 4, 1);
    view.setInt32(start + 8, 0);
    view.setInt32(start + 12, type);
    view.setInt32(start + 16, length);
    view.setInt32(start + 20, 1);
  }

  take(): Rows {
    const taken = { bytes: this.#bytes.slice(0, this.#length), count: this.#count };
    this.#length = 0;
    this.#count = 0;
    return taken;
  }

  #room(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + size) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
