import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { escapeFormula } from '#domain/csv';

/**
 * Rows as CSV by RFC 4180, under a line of column names. Numbers stay numbers, negative ones too; null is an empty cell. Rows are
 * asked for as they are taken.
 */
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
  // A search that fails half-way breaks the answer off: a shorter file must not look like a whole one.
  source.on('error', (error) => csv.destroy(error));
  csv.on('close', () => source.destroy());
  return source.pipe(csv);
}
