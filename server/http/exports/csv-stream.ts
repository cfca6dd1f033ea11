import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { escapeFormula } from '#domain/csv';

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
