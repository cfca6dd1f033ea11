/** Postgres's binary COPY format: what goes before the rows of a copy, and after them. */
export const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
export const COPY_TRAILER = Buffer.from([0xff, 0xff]);

export const INT2_OID = 21;
export const INT4_OID = 23;
const TEXT_OID = 25;
export const FLOAT4_OID = 700;
export const FLOAT8_OID = 701;

/** Whole rows of a binary copy in memory of their own, so that they can be handed to another thread. */
export interface Rows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

const INITIAL_BUFFER_BYTES = 64 * 1024;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Bytes that have arrived and are not yet handed on. */
class ByteBuffer {
  bytes = Buffer.allocUnsafeSlow(INITIAL_BUFFER_BYTES);
  length = 0;

  append(chunk: Buffer): void {
    if (this.length + chunk.length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow((this.length + chunk.length) * 2);
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length);
    this.length += chunk.length;
  }

  /** Forgets the first bytes. */
  discard(count: number): void {
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
  }
}

/** Cuts a binary copy into batches of at most `size` rows (or some megabytes), however its bytes arrive. */
export async function* rowBatches(chunks: AsyncIterable<Buffer>, maxRows: number): AsyncGenerator<Rows> {
  const buffer = new ByteBuffer();
  let start = COPY_HEADER.length;
  let parsedEnd = start;
  let count = 0;
  const takeBatch = (): Rows => {
    const batch = { bytes: new Uint8Array(buffer.bytes.subarray(start, parsedEnd)), count };
    start = parsedEnd;
    count = 0;
    return batch;
  };
  for await (const chunk of chunks) {
    buffer.append(chunk);
    for (let next = rowEnd(buffer.bytes, parsedEnd, buffer.length); next > 0; next = rowEnd(buffer.bytes, parsedEnd, buffer.length)) {
      parsedEnd = next;
      if (++count === maxRows || parsedEnd - start > MAX_BATCH_BYTES) yield takeBatch();
    }
    if (start === 0 || start > buffer.length) continue;
    buffer.discard(start);
    parsedEnd -= start;
    start = 0;
  }
  if (count > 0) yield takeBatch();
}

/** Where the row that begins at `from` ends; 0 while it is not whole, or at the end of the copy. */
function rowEnd(buffer: Buffer, from: number, length: number): number {
  if (from + 2 > length) return 0;
  const fields = buffer.readInt16BE(from);
  if (fields < 0) return 0;
  let offset = from + 2;
  for (let field = 0; field < fields; field++) {
    if (offset + 4 > length) return 0;
    offset += 4 + Math.max(0, buffer.readInt32BE(offset));
    if (offset > length) return 0;
  }
  return offset;
}

/** Reads the fields of rows one after the other. */
export class RowReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  offset = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  /** Begins a row. */
  beginRow(): void {
    this.offset += 2;
  }

  /** The bytes of a field with its length before it, as they are. */
  readField(): Uint8Array<ArrayBuffer> {
    const from = this.offset;
    this.offset += 4 + Math.max(0, this.#view.getInt32(from));
    return this.bytes.subarray(from, this.offset);
  }

  /** An array of texts: each is shown as the bytes from one place to another. A null array has none. */
  readTextArray(visit: (bytes: Uint8Array, from: number, to: number) => void): void {
    const view = this.#view;
    const size = view.getInt32(this.offset);
    const end = this.offset + 4 + Math.max(0, size);
    const length = size < 0 || view.getInt32(this.offset + 4) === 0 ? 0 : view.getInt32(this.offset + 16);
    let position = this.offset + 24;
    for (let element = 0; element < length; element++) {
      const bytes = Math.max(0, view.getInt32(position));
      visit(this.bytes, position + 4, position + 4 + bytes);
      position += 4 + bytes;
    }
    this.offset = end;
  }

  /** An array of integers or doubles into `into` (grown when it is too short); NaN for null. Answers the array and its length, 0 for a null array. */
  readNumberArray(buffer: Float64Array<ArrayBuffer>): { values: Float64Array<ArrayBuffer>; length: number } {
    const view = this.#view;
    if (view.getInt32(this.offset) < 0) {
      this.offset += 4;
      return { values: buffer, length: 0 };
    }
    const end = this.offset + 4 + view.getInt32(this.offset);
    const length = view.getInt32(this.offset + 4) === 0 ? 0 : view.getInt32(this.offset + 16);
    const values = buffer.length < length ? new Float64Array(length * 2) : buffer;
    let offset = this.offset + 24;
    for (let element = 0; element < length; element++) {
      const size = view.getInt32(offset);
      offset += 4;
      values[element] = size === 4 ? view.getInt32(offset) : size === 8 ? view.getFloat64(offset) : NaN;
      if (size > 0) offset += size;
    }
    this.offset = end;
    return { values, length };
  }
}

/** Bytes are copied four at a time, up to so many too far. */
const OVERRUN_BYTES = 3;

/** Fields of many rows one after the other; the one of a row begins at its place in `starts` and ends where the next begins. */
export class FieldBuffer {
  bytes = new Uint8Array(1 << 16);
  offsets = new Int32Array(1 << 12);
  count = 0;

  append(field: Uint8Array): void {
    const from = this.offsets[this.count]!;
    const to = from + field.length;
    if (to + OVERRUN_BYTES > this.bytes.length) this.bytes = copyInto(this.bytes, new Uint8Array(to * 2));
    if (this.count + 2 > this.offsets.length) this.offsets = copyInto(this.offsets, new Int32Array(this.offsets.length * 2));
    this.bytes.set(field, from);
    this.offsets[++this.count] = to;
  }

  fieldAt(index: number): Uint8Array {
    return this.bytes.subarray(this.offsets[index], this.offsets[index + 1]);
  }
}

/** The content of a typed array in a longer one. */
export function copyInto<T extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(source: T, target: T): T {
  target.set(source);
  return target;
}

/** Writes rows; `take` gives them away. */
export class RowWriter {
  #bytes = new Uint8Array(INITIAL_BUFFER_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #count = 0;

  get length(): number {
    return this.#length;
  }

  beginRow(fieldCount: number): void {
    this.#ensureCapacity(2);
    this.#view.setInt16(this.#length, fieldCount);
    this.#length += 2;
    this.#count++;
  }

  /** A field as it was read, its length before it. */
  writeField(field: Uint8Array): void {
    this.#ensureCapacity(field.length);
    this.#bytes.set(field, this.#length);
    this.#length += field.length;
  }

  /** An array of a type; NaN becomes null. */
  writeNumberArray(typeOid: number, values: ArrayLike<number>): void {
    const { length } = values;
    this.#ensureCapacity(24 + length * 12);
    const view = this.#view;
    const start = this.#length;
    const size = typeOid === FLOAT8_OID ? 8 : typeOid === INT2_OID ? 2 : 4;
    let offset = start + 24;
    let nulls = 0;
    for (let element = 0; element < length; element++) {
      const value = values[element]!;
      if (Number.isNaN(value)) {
        view.setInt32(offset, -1);
        offset += 4;
        nulls = 1;
        continue;
      }
      view.setInt32(offset, size);
      if (typeOid === FLOAT8_OID) view.setFloat64(offset + 4, value);
      else if (typeOid === FLOAT4_OID) view.setFloat32(offset + 4, value);
      else if (typeOid === INT2_OID) view.setInt16(offset + 4, value);
      else view.setInt32(offset + 4, value);
      offset += 4 + size;
    }
    view.setInt32(start, offset - start - 4);
    view.setInt32(start + 4, 1);
    view.setInt32(start + 8, nulls);
    view.setInt32(start + 12, typeOid);
    view.setInt32(start + 16, length);
    view.setInt32(start + 20, 1);
    this.#length = offset;
  }

  /** A whole number of INT2 or INT4. */
  writeInteger(typeOid: number, value: number): void {
    this.#ensureCapacity(8);
    const size = typeOid === INT2_OID ? 2 : 4;
    this.#view.setInt32(this.#length, size);
    if (typeOid === INT2_OID) this.#view.setInt16(this.#length + 4, value);
    else this.#view.setInt32(this.#length + 4, value);
    this.#length += 4 + size;
  }

  /** An array of INT4 without nulls: the long ones are all like that. */
  writeInt4Array(values: Int32Array): void {
    const { length } = values;
    this.#ensureCapacity(24 + length * 8);
    this.#writeArrayHeader(INT4_OID, 20 + length * 8, length);
    const view = this.#view;
    let offset = this.#length + 24;
    for (let element = 0; element < length; element++, offset += 8) {
      view.setInt32(offset, 4);
      view.setInt32(offset + 4, values[element]!);
    }
    this.#length = offset;
  }

  /** An array of texts: the fields (as `raw` of a reader gives them) that `fields` holds at `places`. */
  writeTextArray(fieldBuffer: FieldBuffer, indexes: Int32Array): void {
    const { bytes, offsets: starts } = fieldBuffer;
    let size = 0;
    for (const position of indexes) size += starts[position + 1]! - starts[position]!;
    this.#ensureCapacity(24 + size + OVERRUN_BYTES);
    this.#writeArrayHeader(TEXT_OID, 20 + size, indexes.length);
    const [view, source] = [this.#view, new DataView(bytes.buffer)];
    let start = this.#length + 24;
    for (const position of indexes) {
      const end = starts[position + 1]!;
      let to = start;
      for (let from = starts[position]!; from < end; from += 4, to += 4) view.setInt32(to, source.getInt32(from));
      start += end - starts[position]!;
    }
    this.#length = start;
  }

  #writeArrayHeader(typeOid: number, size: number, length: number): void {
    const view = this.#view;
    const start = this.#length;
    view.setInt32(start, size);
    view.setInt32(start + 4, 1);
    view.setInt32(start + 8, 0);
    view.setInt32(start + 12, typeOid);
    view.setInt32(start + 16, length);
    view.setInt32(start + 20, 1);
  }

  takeRows(): Rows {
    const rows = { bytes: this.#bytes.slice(0, this.#length), count: this.#count };
    this.#length = 0;
    this.#count = 0;
    return rows;
  }

  #ensureCapacity(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + size) * 2);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
