import type { FileKind } from '#domain/catalog/import/import-row';
import { createHash } from 'node:crypto';
import type { CatalogSource, SourceLine } from '#domain/catalog/import/import-runs';
import { type FileContext, recordOfRecord, recordsOfRow } from '#domain/catalog/import/formats/to-records';
import { cellsUnder, csvRows, type Separator, type TableRow } from '#server/catalog/import/files/csv-records';
import type { FileSource } from '#server/catalog/import/files/file-source';
import type { FileReading } from '#server/catalog/import/files/recognize-file';
import { type JsonLayout, jsonRecords } from '#server/catalog/import/files/json-records';
import type { ImportSettings } from '#server/catalog/import/read-source';
import { toUtf8, textLines } from '#server/catalog/import/files/text-lines';

/** The settings of an import whose rows are of any kind. */
export type RowSettings = Omit<ImportSettings, 'kind'> & { readonly kind: FileKind };

/** The same for the two importers: that of search interest does not look at the kind. */
export const catalogSettings = ({ kind, ...settings }: RowSettings): ImportSettings => ({
  ...settings,
  kind: kind === 'interest' ? 'series' : kind,
});

/** The time of the readings in a file that its rows have none for: tables and exports of tools are of the file's time, records of the import's. */
export const readingTime = ({ recognition: { format } }: FileReading, fileTime: Date): Date | undefined =>
  format === 'records' ? undefined : fileTime;

type OnCells = (cells: readonly unknown[]) => void;

/** A recognized file as a source of the rows that its columns become. */
export class RecognizedSource implements CatalogSource {
  readonly name: string;
  readonly #context: FileContext;

  /** `time` is that of the file's numbers, where its rows have none. */
  constructor(
    private readonly source: FileSource,
    private readonly reading: FileReading,
    time: Date,
  ) {
    this.name = source.name;
    this.#context = { fileName: source.name, time };
  }

  /** The same content read in another way is another source. */
  async fingerprint(): Promise<string> {
    const { format, kind, columns } = this.reading.recognition;
    const way = createHash('sha256')
      .update(JSON.stringify([format, kind, columns]))
      .digest('hex');
    return `${await this.source.fingerprint()} ${way}`;
  }

  progress(): number | null {
    return this.source.progress();
  }

  /** `onCells` gets the values under the columns before the lines that they become. */
  lines(onCells?: OnCells): AsyncGenerator<Iterable<SourceLine>> {
    const { layout } = this.reading;
    return this.source.reading(() =>
      'separator' in layout ? this.#tableLines(layout.separator, onCells) : this.#recordLines(layout.json, onCells),
    );
  }

  #bytes(): AsyncGenerator<Buffer> {
    return toUtf8(this.source.chunks(), this.reading.layout.encoding);
  }

  async *#tableLines(separator: Separator, onCells?: OnCells): AsyncGenerator<Iterable<SourceLine>> {
    let rowsAbove = (this.reading.recognition.headerIndex ?? -1) + 1;
    for await (const rows of csvRows(textLines(this.#bytes()), separator)) {
      yield this.#linesOfRows(rows.slice(rowsAbove), onCells);
      rowsAbove = Math.max(0, rowsAbove - rows.length);
    }
  }

  *#linesOfRows(rows: readonly TableRow[], onCells?: OnCells): Generator<SourceLine> {
    const { recognition } = this.reading;
    for (const row of rows) {
      const { line } = row;
      const found = cellsUnder(recognition.columns.length, row);
      if ('fault' in found) {
        yield { line, fault: found.fault };
        continue;
      }
      onCells?.(found.cells);
      for (const record of recordsOfRow(recognition, found.cells, this.#context)) yield { line, record };
    }
  }

  async *#recordLines(layout: JsonLayout, onCells?: OnCells): AsyncGenerator<Iterable<SourceLine>> {
    for await (const lines of jsonRecords(this.#bytes(), layout)) yield this.#linesOfRecords(lines, onCells);
  }

  *#linesOfRecords(lines: Iterable<SourceLine>, onCells?: OnCells): Generator<SourceLine> {
    const { recognition } = this.reading;
    for (const line of lines) {
      if ('record' in line) onCells?.(recognition.columns.map(({ name }) => line.record[name]));
      yield 'record' in line ? { line: line.line, record: recordOfRecord(recognition, line.record, this.#context) } : line;
    }
  }
}
