import { type CsvCell, toCsv } from '#domain/csv';
import { saveFile } from '../api/download';

/** Saves a table as a CSV file. */
export const saveCsv = (name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): void =>
  saveFile(name, new Blob([toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
