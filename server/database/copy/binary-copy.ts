import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { COPY_HEADER, COPY_TRAILER, type Rows } from '#server/database/copy/binary-format';
import { rowBatches } from '#server/database/copy/row-batches';

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
