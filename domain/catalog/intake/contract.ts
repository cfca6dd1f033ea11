import { z } from 'zod';
import { oneOf } from '#domain/catalog/contract';
import { fileKinds } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { entityTypes } from '#domain/catalog/variants';
import { toCsv } from '#domain/csv';
import { importStates, importWays } from '#domain/catalog/intake/import-state';
import type { Output } from '#domain/endpoint';

const time = z.iso.datetime();
const count = z.int().nullable();

/** What a file may have: `interest` is the search interest of keywords. */
const fileKind = oneOf(fileKinds);

export const ImportRecord = z
  .object({
    id: z.int(),
    way: z.enum(importWays).describe('How the file came in.'),
    name: z.string().describe('The name of the file.'),
    kind: fileKind.nullable().describe('What the file has; null until that is known.'),
    recognized: z.string().nullable().describe('What its header was recognized as; null if its kind was given.'),
    by: z.string().nullable().describe('Who sent or imported it; null for imports before 0.2.0.'),
    state: z
      .enum(importStates)
      .describe(
        'done, refused (nothing was applied), canceled, given_up (a part was applied: import the file again, or take it back), and taken_back are its end. waiting, reading, applying, growth (what depends on its rows is computed), taking_back, and, after its process was killed, interrupted and half_applied go on by themselves, unless the file is gone: then a half applied one can be taken back. held waits for its start.',
      ),
    place: count.describe('The place in the queue, from 1; null unless it waits.'),
    share: z.number().min(0).max(1).nullable().describe('The share of the present phase that is done; null if that is unknown.'),
    is_dry_run: z.boolean().describe('Whether it only checks the file.'),
    bytes: count.describe('The size of the file as it was sent; null if that is unknown.'),
    lines: count.describe('The lines of the file; null until all are read.'),
    rejected: count.describe('The lines that could not be used; null until all are read.'),
    inserted: count.describe('New rows; null until the import is done.'),
    updated: count.describe('Changed rows; null until the import is done.'),
    series: count.describe('Changed series of readings; null until the import is done.'),
    reason: z.string().nullable().describe('Why it was refused; null otherwise.'),
    received_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
  })
  .meta({ id: 'Import', description: 'An import, by any way. Times are ISO 8601 in UTC.' });
export type ImportRecord = Output<typeof ImportRecord>;

/** The largest number of imports on a page. */
export const IMPORTS_PER_PAGE = 50;

export const ImportList = z.object({
  imports: z.array(ImportRecord).describe('Newest first.'),
  next_before: z.int().nullable().describe('The `before` of the next page; null on the last one.'),
});
export type ImportList = Output<typeof ImportList>;

export const ImportReject = z.object({ line: z.int(), field: z.string(), reason: z.string() });
export type ImportReject = Output<typeof ImportReject>;

/** Rejected lines as CSV; why the whole file was refused comes first, without a line. */
export const rejectsToCsv = (rejects: readonly ImportReject[], reason: string | null = null): string =>
  toCsv(
    ['line', 'field', 'reason'],
    [...(reason === null ? [] : [[null, null, reason]]), ...rejects.map(({ line, field, reason: why }) => [line, field, why])],
  );

/** How many rejected lines of an import are kept. */
export const MAX_KEPT_REJECTS = 10_000;

const ColumnChoice = z.object({
  name: z.string().max(1_000).describe('The name of the column, as the file writes it.'),
  use: z.string().max(100).describe('The field that it becomes, or `note`, `day`, `curve`, `ignored`.'),
});

export const ColumnChoices = z.strictObject({
  kind: fileKind.describe('What the rows are.'),
  columns: z.array(ColumnChoice.strict()).max(1_000).default([]).describe('The columns that change; others stay as they are.'),
});
export type ColumnChoices = Output<typeof ColumnChoices>;

/** What is said of a share of lines that is none. */
export const NO_SHARE = 'must be a share from 0 to 1, such as 0.05';

/** The metrics that series may be of. */
export const seriesMetrics = [...new Set(entityTypes.flatMap((entity) => countsOf[entity]))];

export const HeldOptions = z.strictObject({
  as: oneOf(entityTypes).nullable().describe('Series: the kind of entity of the ids; null if each line says it.'),
  metric: oneOf(seriesMetrics).nullable().describe('Series: our name of the metric of every line; null if each line has it.'),
  max_bad: z
    .number(NO_SHARE)
    .min(0, NO_SHARE)
    .max(1, NO_SHARE)
    .describe('The share of lines that may be rejected; with more, nothing is applied.'),
});
export type HeldOptions = Output<typeof HeldOptions>;

export const ImportPreview = z
  .object({
    options: HeldOptions.describe('How it would be imported.'),
    refusal: z.string().nullable().describe('Why the file cannot be imported as it is; null if it can be.'),
    title: z.string().nullable().describe('What the file was recognized as; null if it was not, or if its kind was given.'),
    kind: fileKind.nullable(),
    encoding: z.string().nullable(),
    separator: z.enum([',', ';', '\t']).nullable().describe('Between the cells of a row; null for JSON.'),
    decimal_sign: z.enum(['.', ',']).nullable(),
    header_row: count.describe('The row that names the columns, from 1; null for JSON.'),
    has_editable_columns: z.boolean().describe('Whether you may say what its columns become: in files of no known tool.'),
    fields: z.array(z.string()).describe('What a column may become.'),
    columns: z.array(ColumnChoice.extend({ rows: z.int().describe('How many rows have a value in it.') })),
    row_count: z.int().describe('The rows that were looked at, from the beginning of the file.'),
    is_whole_file: z.boolean(),
    lines: z.int().describe('The lines that an import would count in them; a row of a table may have several.'),
    rejected: z.int().describe('How many of these lines cannot be used.'),
    rejects: z.array(z.object({ line: z.int(), field: z.string(), reason: z.string() })).describe('The first of them, with reasons.'),
    field_counts: z.array(z.object({ field: z.string(), lines: z.int() })).describe('How many lines have each field as they are read.'),
    rows: z.array(z.record(z.string(), z.string())).describe('The first lines as they are read, by field; long values are shortened.'),
    findings: z.array(z.string()).describe('What is missing, and what that means.'),
  })
  .meta({ id: 'ImportPreview', description: 'What a received file has and what would become of it, by its beginning.' });
export type ImportPreview = Output<typeof ImportPreview>;

/** What an import changed: entities, or the search interest of keywords. */
const TakeBackKind = z.enum([...entityTypes, 'keyword']);

/** How many rows the preview of a take-back lists. */
export const TAKE_BACK_PREVIEW_ROWS = 50;

export const TakeBackCounts = z.object({
  kind: TakeBackKind,
  removed: z.int().describe('How many go, because only this import gave them.'),
  restored: z.int().describe('How many stay with what other imports gave: what they had, or what later imports gave.'),
});
export type TakeBackCounts = Output<typeof TakeBackCounts>;

export const TakeBackRow = z.object({
  kind: TakeBackKind,
  id: z.string(),
  name: z.string(),
  is_removed: z.boolean().describe('Whether it goes.'),
});
export type TakeBackRow = Output<typeof TakeBackRow>;

export const TakeBackPreview = z
  .object({
    counts: z.array(TakeBackCounts),
    rows: z.array(TakeBackRow).describe(`The first ${TAKE_BACK_PREVIEW_ROWS} of them.`),
  })
  .meta({ id: 'TakeBackPreview', description: 'What taking an import back would do.' });
export type TakeBackPreview = Output<typeof TakeBackPreview>;
