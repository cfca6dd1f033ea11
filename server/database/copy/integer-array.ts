const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * Visits the elements of an INT4 array in `array_send`'s format: a header of 20 bytes, then each element after its length. As JSON, arrays
 * cost Postgres three times as much to write.
 */
export function visitIntegerArray(bytes: Buffer, visit: (value: number | null) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getInt32(0) === 0 ? 0 : view.getInt32(12);
  for (let element = 0, offset = 20; element < length; element++) {
    const isNull = view.getInt32(offset) === NULL_LENGTH;
    visit(isNull ? null : view.getInt32(offset + LENGTH_BYTES));
    offset += isNull ? LENGTH_BYTES : LENGTH_BYTES + Int32Array.BYTES_PER_ELEMENT;
  }
}

/** The integers of a series; none without one. */
export function decodeIntegerArray(bytes: Buffer | null | undefined): (number | null)[] {
  const values: (number | null)[] = [];
  if (bytes) visitIntegerArray(bytes, (value) => values.push(value));
  return values;
}

/** Crawl times are never null. */
export const decodeMinutes = (bytes: Buffer | null | undefined) => decodeIntegerArray(bytes) as number[];
