import type { RawRecord } from '#domain/catalog/import/field-reader';
import type { CatalogKind, ParseOptions, ParsedLine } from '#domain/catalog/import/import-row';
import { parseRow } from '#domain/catalog/import/rows';
import { parseSeries } from '#domain/catalog/import/series';
import { entityOf } from '#domain/catalog/variants';

/** Parses a record of a source of this kind. */
export const parseRecord = (kind: CatalogKind, record: RawRecord, options: ParseOptions): ParsedLine =>
  kind === 'series' ? parseSeries(record, options) : parseRow(entityOf[kind], record, options);
