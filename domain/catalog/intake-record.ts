import type { RawRecord } from '#domain/catalog/fields';
import type { IntakeKind, IntakeOptions, Understood } from '#domain/catalog/intake';
import { understandRow } from '#domain/catalog/intake-rows';
import { understandSeries } from '#domain/catalog/intake-series';
import { entityOf } from '#domain/catalog/variants';

/** Understands a record of a source as what the file is said to hold. */
export const understand = (kind: IntakeKind, record: RawRecord, options: IntakeOptions): Understood =>
  kind === 'series' ? understandSeries(record, options) : understandRow(entityOf[kind], record, options);
