import { z } from 'zod';
import { exportKinds } from '#domain/catalog/import/import-row';
import { importStates, importWays } from '#domain/catalog/intake/import-state';
import type { Output } from '#domain/endpoint';

const time = z.iso.datetime();
const count = z.int().nullable();

/** What a file may have: `interest` is the search interest of keywords. */
export const FileKind = z.enum(exportKinds);

export const ImportRecord = z
  .object({
    id: z.int(),
    way: z.enum(importWays).describe('How the file came in.'),
    name: z.string().describe('The name of the file.'),
    kind: FileKind.nullable().describe('What the file has; null until that is known.'),
    recognized: z.string().nullable().describe('What its header was recognized as; null if its kind was given.'),
    by: z.string().nullable().describe('Who sent or imported it; null for imports before 0.3.0.'),
    state: z.enum(importStates),
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

/** How many rejected lines of an import are kept. */
export const MAX_KEPT_REJECTS = 10_000;
