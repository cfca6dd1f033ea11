import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { INITIAL_BUFFER_BYTES, type Rows } from '#server/database/copy/row-writer';

/** The header and trailer of Postgres's binary COPY format. */
const COPY_HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COPY_TRAILER = Buffer.from([0xff, 0xff]);

/** Streams the rows of a query in batches, each valid until the next one is requested. The query has no parameters: COPY allows none. */
export async function* copyOut(client: ClientBase, query: string, maxRows: number): AsyncGenerator<Rows> {
  yield* rowBatches(client.query(copyTo(`copy (${query}) to stdout (format binary)`)), maxRows);
}

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
 * Splits a binary COPY into batches of at most `maxRows` rows (or a few megabytes), independent of its chunks. A batch is a part of the
 * receiving buffer, valid until the next one is requested.
 */
async function* rowBatches(chunks: AsyncIterable<Buffer>, maxRows: number): AsyncGenerator<Rows> {
  const buffer = new ByteBuffer();
  let start = COPY_HEADER.length;
  let parsedEnd = start;
  let count = 0;
  const takeBatch = (): Rows => {
    const batch = { bytes: buffer.bytes.subarray(start, parsedEnd), count };
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

/** The end of the row that begins at `from`; 0 if it is incomplete, or at the end of the COPY. */
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
