import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { rowBatches, COPY_HEADER, COPY_TRAILER, type Rows } from '#server/database/copy/binary-format';

/** The rows of a query, in binary and in batches; the query has no parameters because COPY takes none. */
export async function* copyOut(client: ClientBase, query: string, maxRows: number): AsyncGenerator<Rows> {
  yield* rowBatches(client.query(copyTo(`copy (${query}) to stdout (format binary)`)), maxRows);
}

/** Puts the rows of a query that one connection reads into a table that the transaction of another one has made. */
export async function copyBetween(
  readClient: ClientBase,
  query: string,
  writeClient: ClientBase,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const rows = readClient.query(copyTo(`copy (${query}) to stdout (format binary)`));
  await pipeline(rows, writeClient.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin (format binary, freeze)`)));
}

/** Puts rows into a table; into one that this transaction has made (`isNew`) as rows that no vacuum has to look at again. */
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
