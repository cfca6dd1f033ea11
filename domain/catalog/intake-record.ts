import type { RawRecord } from '#domain/catalog/fields';
import type { ImportKind, ParseOptions, ParsedLine } from '#domain/catalog/intake';
import { parseRow } from '#domain/catalog/intake-rows';
import { parseSeries } from '#domain/catalog/intake-series';
import { entityOf } from '#domain/catalog/variants';

/** Understands a record of a source as what the file is said to hold. */
export const parseRecord = (kind: ImportKind, record: RawRecord, options: ParseOptions): ParsedLine =>
  kind === 'series' ? parseSeries(record, options) : parseRow(entityOf[kind], record, options);
