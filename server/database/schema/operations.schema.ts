import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { nullableInteger, nullableTimestamp, requiredTimestamp, requiredText, nullableText } from '#server/database/schema/columns';

const identityKey: EntitySchemaColumnOptions = { type: 'integer', primary: true, generated: 'increment' };
const integerDefaultZero: EntitySchemaColumnOptions = { type: 'integer', default: 0 };
const requiredInteger: EntitySchemaColumnOptions = { type: 'integer' };

/** How much there is, and which generation of lists and scores is shown. */
const catalogStats = new EntitySchema<Record<string, unknown>>({
  name: 'catalog_stats',
  columns: {
    variant: { type: 'text', primary: true },
    total: integerDefaultZero,
    known: { type: 'jsonb', default: () => `'{}'` },
    changed_at: nullableTimestamp,
    scored_day: nullableInteger,
    generation: nullableInteger,
    ordered_at: nullableTimestamp,
    behind: { type: 'boolean', default: false },
  },
});

/** Where an import stands, so that one that was cut off goes on. */
const importRuns = new EntitySchema<Record<string, unknown>>({
  name: 'import_runs',
  columns: {
    id: identityKey,
    kind: requiredText,
    source: requiredText,
    fingerprint: requiredText,
    phase: requiredText,
    lines: integerDefaultZero,
    staged: integerDefaultZero,
    rejected: integerDefaultZero,
    applied_slice: integerDefaultZero,
    started_at: requiredTimestamp,
    finished_at: nullableTimestamp,
  },
});

/** Every run of every job: one row per job and slot, so that no slot runs twice. */
const jobRuns = new EntitySchema<Record<string, unknown>>({
  name: 'job_runs',
  columns: {
    id: identityKey,
    job: requiredText,
    slot: requiredText,
    started_at: requiredTimestamp,
    finished_at: nullableTimestamp,
    rows: { ...requiredInteger, nullable: true },
    error: nullableText,
    progress: { type: 'jsonb', nullable: true },
  },
});

/** What this installation remembers about itself. */
const settings = new EntitySchema<Record<string, unknown>>({
  name: 'settings',
  columns: { name: { type: 'text', primary: true }, value: requiredText },
});

export const operationsSchemas = [catalogStats, importRuns, jobRuns, settings];
