import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { RowReader } from '#server/database/copy/row-reader';
import { INITIAL_BUFFER_BYTES, type Rows } from '#server/database/copy/row-writer';

/** The header and trailer of Postgres's binary COPY format. */
const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COPY_TRAILER = Buffer.from([0xff, 0xff]);

/** Copies rows into a table. If this transaction created it (`isNew`), the rows are written frozen, so that vacuum can skip them. */
export async function copyIn(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: Iterable<Rows> | AsyncIterable<Rows>,
  isNew = false,
): Promise<void> {
  async function* encoded(): AsyncGenerator<Uint8Array> {
    yield COPY_HEADER;
    for await (const batch of rows) yield batch.bytes;
    yield COPY_TRAILER;
  }
  const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin (format binary${isNew ? ', freeze' : ''})`));
  await pipeline(Readable.from(encoded(), { objectMode: false }), target);
}

const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Bytes that were received and not yet returned in a batch. */
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

  discard(count: number): void {
    this.bytes.copyWithin(0, count, this.length);
    this.length -= count;
  }
}

/**
 * Streams the rows of a query in batches of at most `maxRows` rows (or a few megabytes), independent of the chunks that arrive. A batch is a
 * part of the receiving buffer, valid until the next one is requested. The query has no parameters: COPY allows none.
 */
export async function* copyOut(client: ClientBase, query: string, maxRows = 5_000): AsyncGenerator<RowReader> {
  const chunks: AsyncIterable<Buffer> = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  const buffer = new ByteBuffer();
  let [start, end, count] = [COPY_HEADER.length, COPY_HEADER.length, 0];
  for await (const chunk of chunks) {
    buffer.append(chunk);
    for (let next = rowEnd(buffer, end); next > 0; next = rowEnd(buffer, end)) {
      end = next;
      if (++count < maxRows && end - start <= MAX_BATCH_BYTES) continue;
      yield new RowReader(buffer.bytes.subarray(start, end));
      [start, count] = [end, 0];
    }
    if (start === 0 || start > buffer.length) continue;
    buffer.discard(start);
    [start, end] = [0, end - start];
  }
  if (count > 0) yield new RowReader(buffer.bytes.subarray(start, end));
}

/** The end of the row that begins at `from`; 0 if it is incomplete, or at the end of the COPY. */
function rowEnd({ bytes, length }: ByteBuffer, from: number): number {
  if (from + 2 > length) return 0;
  const fields = bytes.readInt16BE(from);
  if (fields < 0) return 0;
  let offset = from + 2;
  for (let field = 0; field < fields; field++) {
    if (offset + 4 > length) return 0;
    offset += 4 + Math.max(0, bytes.readInt32BE(offset));
    if (offset > length) return 0;
  }
  return offset;
}
