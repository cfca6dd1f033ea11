import type { FileOptions } from '#domain/catalog/intake/endpoints';
import type { ImportPhase, ImportWay, StoredImportState } from '#domain/catalog/intake/import-state';
import type { EmailedAlarmKind } from '#domain/operations/alarms';
import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

/** The running servers. */
export const instanceSchema = table('instances', {
  id: column.uuidKey,
  host: column.requiredText,
  version: column.requiredText,
  started_at: column.requiredTimestamp,
  seen_at: column.requiredTimestamp,
});

/** Job runs: one row per job and scheduled run, so that none runs twice. */
export const jobRunSchema = table('job_runs', {
  id: column.identityKey,
  job: column.requiredText,
  scheduled_for: column.requiredText,
  started_at: column.requiredTimestamp,
  finished_at: column.nullableTimestamp,
  rows: column.nullableInteger,
  error: column.nullableText,
  progress: column.nullableJson<unknown>(),
});
export type JobRunRow = StoredRow<typeof jobRunSchema>;

/** The last run of each job. */
export const jobStatusSchema = table('job_statuses', {
  job: column.textKey,
  scheduled_for: column.requiredText,
  started_at: column.requiredTimestamp,
  succeeded_at: column.nullableTimestamp,
  failed_at: column.nullableTimestamp,
  took: column.nullableInteger,
  rows: column.nullableInteger,
  error: column.nullableText,
});

/** Settings that this installation stores about itself. */
export const settingSchema = table('settings', { name: column.textKey, value: column.requiredText });

/** The alarms that administrators got an email about, so that they get one per kind and UTC day. */
export const alarmEmailSchema = table('alarm_emails', {
  kind: column.textKeyOf<EmailedAlarmKind>(),
  day: column.integerKey,
});

/** Imports by every way, each time a file was imported or sent. `run_id` is the run of its content, which a repeated import shares. */
export const importSchema = table('imports', {
  id: column.identityKey,
  way: column.requiredTextOf<ImportWay>(),
  name: column.requiredText,
  kind: column.nullableText,
  recognized: column.nullableText,
  user_id: column.nullableUuid,
  label: column.nullableText,
  state: column.requiredTextOf<StoredImportState>(),
  phase: column.nullableTextOf<ImportPhase>(),
  share: column.nullableReal,
  options: column.nullableJson<FileOptions>(),
  is_dry_run: column.booleanDefaultFalse,
  bytes: column.nullableBigint,
  lines: column.nullableInteger,
  rejected: column.nullableInteger,
  inserted: column.nullableInteger,
  updated: column.nullableInteger,
  series: column.nullableInteger,
  reason: column.nullableText,
  received_at: column.requiredTimestamp,
  started_at: column.nullableTimestamp,
  finished_at: column.nullableTimestamp,
  lock_connected_at: column.nullableTimestamp,
  run_id: column.nullableInteger,
});
export type ImportEntry = StoredRow<typeof importSchema>;

/** The rejected lines of an import, in the order of its file. */
export const importRejectSchema = table('import_rejects', {
  import_id: column.integerKey,
  place: column.integerKey,
  line: column.requiredInteger,
  field: column.requiredText,
  reason: column.requiredText,
});
