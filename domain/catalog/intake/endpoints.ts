import { z } from 'zod';
import { oneOf } from '#domain/catalog/contract';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import {
  ColumnChoices,
  HeldOptions,
  ImportList,
  ImportPreview,
  ImportRecord,
  MAX_KEPT_REJECTS,
  NO_SHARE,
  seriesMetrics,
  TakeBackPreview,
} from '#domain/catalog/intake/contract';
import { fileKinds } from '#domain/catalog/import/import-row';
import { entityTypes } from '#domain/catalog/variants';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

const flag = oneOf(['true', 'false']).transform((text) => text === 'true');
const id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 to 999999999')
  .meta({ examples: ['7'] })
  .transform(Number)
  .describe('The number of the import.');

/** How a file is imported. */
export const FileOptions = z.object({
  kind: oneOf(fileKinds).optional().describe('What the file has; without it, its header tells.'),
  as: oneOf(entityTypes).optional().describe('Series: the kind of entity of the ids, if the lines do not say it.'),
  metric: oneOf(seriesMetrics).optional().describe('Series: our name of the metric of every line, if theirs differs.'),
  round: flag.default(false).describe('Series: round fractions, which are rejected otherwise.'),
  max_bad: z
    .string()
    .regex(/^(0|0?\.\d{1,4}|1)$/, NO_SHARE)
    .default('0.05')
    .transform(Number)
    .describe('The share of lines that may be rejected; with more, nothing is applied.'),
  dry_run: flag.default(false).describe('Only check the file.'),
  modified_at: z.iso
    .datetime('must be a time in UTC, such as 2026-11-22T08:00:00Z')
    .optional()
    .describe('When the file was last changed: the time of its numbers, if its rows have none; not in the future.'),
});
export type FileOptions = z.output<typeof FileOptions>;

export const receiveFile = endpoint('POST /imports', {
  summary: 'Receives a file of any size and puts it into the queue of imports; unknown parameters are refused.',
  access: 'ingest',
  limits: [perUser('receive-file', 60, MINUTE_MS)],
  isUpload: true,
  deadlineMs: null,
  status: 202,
  // A mistyped `dry_run` would import.
  query: z.strictObject({
    ...FileOptions.shape,
    name: z
      .string('must be one text')
      .trim()
      .min(1, 'must not be empty')
      .max(200, 'must be at most 200 characters')
      .refine(isStorable, NOT_STORABLE)
      .default('upload')
      .describe('The name of the file, as the history shows it.'),
    hold: flag.default(false).describe('Keep the file until its import is started.'),
  }),
  response: ImportRecord,
  returns: 'The import. What it says changes as it goes on.',
  errors: {
    invalid_input: 'The file is empty, or it is not what its compression says.',
    not_possible: 'The disk has no room for it: at least 1 GB must stay free.',
  },
});

export const listImports = endpoint('GET /imports', {
  summary: 'Lists the imports by every way.',
  access: 'ingest',
  limits: [perUser('imports', 120, MINUTE_MS)],
  query: z.object({ before: id.optional().describe('Only imports with a smaller number than this.') }),
  response: ImportList,
  returns: 'A page of imports, newest first.',
});

export const viewImport = endpoint('GET /imports/:id', {
  summary: 'Returns an import and how far it is.',
  access: 'ingest',
  limits: [perUser('import', 240, MINUTE_MS)],
  params: { id },
  response: ImportRecord,
  returns: 'The import.',
  errors: { not_found: 'There is no such import.' },
});

/** The beginning of a file takes a fraction of a second, on a busy machine many times that. */
const PREVIEW_DEADLINE_MS = 30 * SECOND_MS;

export const startImport = endpoint('POST /imports/:id/start', {
  summary: 'Puts a held file into the queue.',
  access: 'ingest',
  deadlineMs: PREVIEW_DEADLINE_MS,
  params: { id },
  body: z
    .strictObject({ dry_run: z.boolean('must be true or false').default(false).describe('Only check the file, and keep it.') })
    .default({ dry_run: false }),
  response: ImportRecord,
  returns: 'The import.',
  errors: { not_found: 'There is no such import.', conflict: 'It is not held, or cannot be imported as it is.' },
});

export const cancelImport = endpoint('DELETE /imports/:id', {
  summary: 'Removes a received file that is not being imported yet.',
  access: 'ingest',
  params: { id },
  errors: { not_found: 'There is no such import.', conflict: 'It has begun or ended.' },
});

export const exportRejects = endpoint('GET /imports/:id/rejects', {
  summary: `Returns the rejected lines of an import, at most the first ${MAX_KEPT_REJECTS}.`,
  access: 'ingest',
  limits: [perUser('import-rejects', 30, MINUTE_MS)],
  params: { id },
  response: z.string(),
  returns: 'Line, field, and reason as CSV with a header row.',
  mediaType: 'text/csv',
  errors: { not_found: 'There is no such import.' },
});

const noFile = 'Its file is not here: it was imported or removed, or another server has it.';

export const previewImport = endpoint('GET /imports/:id/preview', {
  summary: 'Shows what a received file has and what would become of it, by its first 10,000 rows or 16 MB.',
  access: 'ingest',
  limits: [perUser('import-preview', 60, MINUTE_MS)],
  deadlineMs: PREVIEW_DEADLINE_MS,
  params: { id },
  response: ImportPreview,
  returns: 'What was recognized, the first rows as they are read, and what is missing.',
  errors: { not_found: 'There is no such import.', conflict: noFile },
});

export const changeOptions = endpoint('PATCH /imports/:id', {
  summary: 'Changes how a held file is imported.',
  access: 'ingest',
  limits: [perUser('import-options', 120, MINUTE_MS)],
  deadlineMs: PREVIEW_DEADLINE_MS,
  params: { id },
  body: HeldOptions.partial(),
  response: ImportPreview,
  returns: 'The preview as it is then.',
  errors: { not_found: 'There is no such import.', conflict: 'It is not held, or its file is not here.' },
});

export const chooseColumns = endpoint('PUT /imports/:id/columns', {
  summary: 'Says what the rows and columns of a received table become, for all files with its header.',
  access: 'admin',
  limits: [perUser('import-columns', 120, MINUTE_MS)],
  deadlineMs: PREVIEW_DEADLINE_MS,
  params: { id },
  body: ColumnChoices,
  response: ImportPreview,
  returns: 'The preview with the changed columns.',
  errors: { not_found: 'There is no such import.', conflict: `${noFile} Or it is of a tool whose columns are known.` },
});

const takeBackErrors = {
  not_found: 'There is no such import.',
  conflict: 'It has changed nothing, is taken back already, or is too old: the values that it replaced are not kept any more.',
};

export const previewTakeBack = endpoint('GET /imports/:id/take-back', {
  summary: 'Shows what taking an import back would do.',
  access: 'admin',
  limits: [perUser('take-back-preview', 60, MINUTE_MS)],
  deadlineMs: PREVIEW_DEADLINE_MS,
  params: { id },
  response: TakeBackPreview,
  returns: 'How many rows go or stay with what other imports gave, and the first of them.',
  errors: takeBackErrors,
});

export const exportTakeBack = endpoint('GET /imports/:id/take-back/rows', {
  summary: 'Lists all rows that taking an import back would change.',
  access: 'admin',
  limits: [perUser('take-back-rows', 20, MINUTE_MS)],
  deadlineMs: null,
  params: { id },
  response: z.string(),
  returns: 'Kind, id, name, and whether it goes, as CSV with a header row.',
  mediaType: 'text/csv',
  errors: takeBackErrors,
});

export const takeBackImport = endpoint('POST /imports/:id/take-back', {
  summary: 'Takes an import back: what only it gave goes, and what it replaced comes back.',
  access: 'admin',
  limits: [perUser('take-back', 60, MINUTE_MS)],
  status: 202,
  params: { id },
  response: ImportRecord,
  returns: 'The import, which is being taken back.',
  errors: takeBackErrors,
});
