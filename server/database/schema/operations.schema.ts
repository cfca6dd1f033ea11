import type { EmailedAlarmKind } from '#domain/operations/alarms';
import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

/** Totals per list, and the generation of lists and scores that is shown. */
export const catalogStatsSchema = table('catalog_stats', {
  variant: column.textKey,
  total: column.integerDefaultZero,
  known: column.jsonDefaultEmpty<Readonly<Record<string, number>>>(),
  changed_at: column.nullableTimestamp,
  scored_day: column.nullableInteger,
  scored_at: column.nullableTimestamp,
  generation: column.nullableInteger,
  ordered_at: column.nullableTimestamp,
  behind: column.booleanDefaultFalse,
  structure: column.nullableText,
});

/** The progress of imports, so that an interrupted one resumes. */
export const importRunSchema = table('import_runs', {
  id: column.identityKey,
  kind: column.requiredText,
  source: column.requiredText,
  fingerprint: column.requiredText,
  phase: column.requiredText,
  lines: column.integerDefaultZero,
  staged: column.integerDefaultZero,
  rejected: column.integerDefaultZero,
  applied_batch: column.integerDefaultZero,
  started_at: column.requiredTimestamp,
  finished_at: column.nullableTimestamp,
  lock_connected_at: column.nullableTimestamp,
  reason: column.nullableText,
});

/** The running servers. */
export const instanceSchema = table('instances', {
  id: column.uuidKey,
  host: column.requiredText,
  version: column.requiredText,
  started_at: column.requiredTimestamp,
  seen_at: column.requiredTimestamp,
});

/** What the database and its backups take on disks, once a day. */
export const diskUsageSchema = table('disk_usage', {
  day: column.integerKey,
  measured_at: column.requiredTimestamp,
  database_bytes: column.requiredBigint,
  backup_bytes: column.nullableBigint,
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
export type JobStatusRow = StoredRow<typeof jobStatusSchema>;

/** Settings that this installation stores about itself. */
export const settingSchema = table('settings', { name: column.textKey, value: column.requiredText });

/** The alarms that administrators got an email about, so that they get one per kind and UTC day. */
export const alarmEmailSchema = table('alarm_emails', {
  kind: column.textKeyOf<EmailedAlarmKind>(),
  day: column.integerKey,
});

/** What the webhook is told: the beginning and the end of each alarm. */
const alarmMessageSchema = table('alarm_messages', {
  id: column.identityKey,
  alarm: column.requiredText,
  kind: column.requiredText,
  text: column.requiredText,
  began_at: column.requiredTimestamp,
  ended_at: column.nullableTimestamp,
  is_open: column.booleanDefaultFalse,
  due_at: column.nullableTimestamp,
  attempts: column.integerDefaultZero,
  attempted_at: column.nullableTimestamp,
  error: column.nullableText,
});

/** The log of catalog cleanups. */
export const cleanupSchema = table('cleanups', {
  id: column.identityKey,
  user_id: column.nullableUuid,
  entity_type: column.requiredText,
  issue_type: column.requiredText,
  matched: column.requiredInteger,
  deleted: column.integerDefaultZero,
  started_at: column.requiredTimestamp,
  finished_at: column.nullableTimestamp,
  active_at: column.nullableTimestamp,
});

/** The entities that cleanups removed, each as a line that the import reads. */
const removedRowSchema = table('removed_rows', {
  id: { ...column.bigintKey, generated: 'increment' },
  cleanup_id: column.requiredInteger,
  line: column.requiredJson<Readonly<Record<string, unknown>>>(),
  series: column.nullableJson<unknown>(),
  people: column.textArray,
  removed_at: column.requiredTimestamp,
});

export const operationsSchemas = [
  catalogStatsSchema,
  importRunSchema,
  diskUsageSchema,
  instanceSchema,
  jobRunSchema,
  jobStatusSchema,
  settingSchema,
  alarmEmailSchema,
  alarmMessageSchema,
  cleanupSchema,
  removedRowSchema,
];
