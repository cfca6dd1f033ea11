import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { type CsvCell, escapeFormula, type OpenExport } from '#domain/csv';
import { dayLabel, dayOf } from '#domain/days';
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

/** The response that a browser saves as `name.csv`. */
export const csvFile = (name: string, content: Readable | Buffer): StreamableFile =>
  new StreamableFile(content as Readable, { type: 'text/csv; charset=utf-8', disposition: `attachment; filename="${name}.csv"` });

/** An export holds the ids of its list (40 MB for a million rows) for as long as its reader takes. */
const MAX_EXPORTS_PER_USER = 2;

/** An export has no known end: it takes as long as its reader. */
const RETRY_AFTER_SECONDS = 10;

/** A list as a file: its name, its columns, the cells of a row, and the most rows. */
interface ExportedList<Row> {
  readonly name: string;
  readonly columns: readonly string[];
  readonly cellsOf: (row: Row) => CsvCell[];
  readonly maxRows: number;
}

/** Sends the exports of lists, and counts those that are running in this process, by user. */
@Injectable()
export class ListExports {
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly log: SecurityLog,
  ) {}

  /**
   * Sends every row of a list, up to `x-export-limit` rows. `x-export-total` is the total, or a lower bound of it. Throws `TooManyRequests` if
   * the user has too many exports that are running.
   */
  async send<Row>(
    { user, reply }: { readonly user: { readonly id: string } | null; readonly reply: FastifyReply },
    { name, columns, cellsOf, maxRows }: ExportedList<Row>,
    open: () => Promise<OpenExport<Row>>,
  ): Promise<StreamableFile> {
    const endExport = this.#start(user?.id ?? '');
    try {
      const { total, isTruncated = false, batches } = await open();
      this.log.record({ event: 'list-exported', user_id: user?.id ?? null, detail: name });
      void reply.headers({ 'x-export-limit': String(maxRows), 'x-export-total': String(total) });
      async function* cells() {
        for await (const batch of batches) yield batch.map(cellsOf);
      }
      const part = isTruncated ? `first-${maxRows}-` : '';
      return csvFile(`${name}-${part}${dayLabel(dayOf(this.clock.now()))}`, csvStream(columns, cells()).once('close', endExport));
    } catch (error) {
      endExport();
      throw error;
    }
  }

  #start(userId: string): () => void {
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
