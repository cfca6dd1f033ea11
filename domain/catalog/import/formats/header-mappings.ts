import type { ColumnMapping } from '#domain/catalog/import/formats/recognition';

/** What administrators chose for the columns of files, by their header. */
export abstract class HeaderMappings {
  /** Returns what was chosen last for files with these columns; null if nothing was. */
  abstract findMapping(header: readonly string[]): Promise<ColumnMapping | null>;

  /** Remembers a mapping for all files with these columns, whatever days they are of. */
  abstract rememberMapping(header: readonly string[], mapping: ColumnMapping): Promise<void>;
}
