import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { count, instant, known, required, text } from '#server/database/schema/columns';

const number: EntitySchemaColumnOptions = { type: 'integer', primary: true, generated: 'increment' };
const zero: EntitySchemaColumnOptions = { type: 'integer', default: 0 };
const whole: EntitySchemaColumnOptions = { type: 'integer' };

/** How much there is, and which generation of lists and scores is shown. */
const catalogStats = new EntitySchema<Record<string, unknown>>({
  name: 'catalog_stats',
  columns: {
    variant: { type: 'text', primary: true },
    total: zero,
    known: { type: 'jsonb', default: () => `'{}'` },
    changed_at: instant,
    scored_day: count,
    generation: count,
    ordered_at: instant,
    behind: { type: 'boolean', default: false },
  },
});

/** Where an import stands, so that one that was cut off goes on. */
const importRuns = new EntitySchema<Record<string, unknown>>({
  name: 'import_runs',
  columns: {
    id: number,
    kind: required,
    source: required,
    fingerprint: required,
    phase: required,
    lines: zero,
    staged: zero,
    rejected: zero,
    applied_slice: zero,
    started_at: known,
    finished_at: instant,
  },
});

/** Every run of every job: one row per job and slot, so that no slot runs twice. */
const jobRuns = new EntitySchema<Record<string, unknown>>({
  name: 'job_runs',
  columns: {
    id: number,
    job: required,
    slot: required,
    started_at: known,
    finished_at: instant,
    rows: { ...whole, nullable: true },
    error: text,
    progress: { type: 'jsonb', nullable: true },
  },
});

/** What this installation remembers about itself. */
const settings = new EntitySchema<Record<string, unknown>>({
  name: 'settings',
  columns: { name: { type: 'text', primary: true }, value: required },
});

export const operationsSchemas = [catalogStats, importRuns, jobRuns, settings];
