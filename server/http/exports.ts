import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { escapeFormula } from '#domain/csv';
import { Injectable } from '@nestjs/common';
import { TooManyRequests } from '#domain/errors';

/** Streams rows as CSV (RFC 4180) with a header. Null is an empty cell; texts that a spreadsheet would run as formulas are escaped. */
export function csvStream(columns: readonly string[], batches: AsyncIterable<readonly (string | number | null)[][]>): Readable {
  async function* rows() {
    for await (const batch of batches) yield* batch;
  }
  const csv = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: '\r\n',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    cast: { string: escapeFormula },
  });
  const source = Readable.from(rows());
  // If a later page fails, the response is aborted: a truncated file must not look complete.
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}

/** An export holds the ids of its list (40 MB for a million rows) for as long as its reader takes. */
const MAX_EXPORTS_PER_USER = 2;

/** An export has no known end: it takes as long as its reader. */
const RETRY_AFTER_SECONDS = 10;

/** Counts the exports that are running in this process, by user. */
@Injectable()
export class RunningExports {
  readonly #counts = new Map<string, number>();

  /** Counts an export of the user until the returned function is called. Throws `TooManyRequests` if the user has too many. */
  start(userId: string): () => void {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= MAX_EXPORTS_PER_USER)
      throw new TooManyRequests(RETRY_AFTER_SECONDS, `${MAX_EXPORTS_PER_USER} of your exports are still running. Wait or cancel one.`);
    this.#counts.set(userId, count + 1);
    return () => this.#end(userId);
  }

  #end(userId: string): void {
    const count = this.#counts.get(userId) ?? 0;
    if (count > 1) this.#counts.set(userId, count - 1);
    else this.#counts.delete(userId);
  }
}
