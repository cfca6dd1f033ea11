import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { instant, known, required } from '#server/database/schema/columns';

type Columns = Record<string, EntitySchemaColumnOptions>;

const table = (name: string, columns: Columns) => new EntitySchema<Record<string, unknown>>({ name, columns });

const dayKey: EntitySchemaColumnOptions = { type: 'integer', primary: true };
const word: EntitySchemaColumnOptions = { type: 'text', primary: true };
const exactKey: EntitySchemaColumnOptions = { type: 'text', primary: true, collation: 'C' };
const whole: EntitySchemaColumnOptions = { type: 'integer' };
const place: EntitySchemaColumnOptions = { type: 'smallint', primary: true };

/** What the raw events add up to, per UTC day. `events` and `event_fold` themselves are the migration's own: TypeORM knows no partitions. */
const eventNames = table('event_names', { day: dayKey, name: exactKey });
const eventDays = table('event_days', { day: dayKey, name: exactKey, count: whole });
const pageDays = table('page_days', { day: dayKey, path: exactKey, count: whole });
const referrerDays = table('referrer_days', { day: dayKey, referrer: exactKey, count: whole });
const pageWindows = table('page_windows', { days: dayKey, path: exactKey, count: whole });
const referrerWindows = table('referrer_windows', { days: dayKey, referrer: exactKey, count: whole });
const visitorsSeen = table('visitors_seen', { visitor: { type: 'uuid', primary: true }, last_day: whole });
const visitorsLastSeen = table('visitors_last_seen', { day: dayKey, visitors: whole });
const visitorWindows = table('visitor_windows', { day: dayKey, days: { type: 'integer', primary: true }, visitors: whole });

const topPerformers = table('top_performers', {
  entity: word,
  slot: place,
  place,
  _id: { type: 'text', collation: 'C' },
  score: { type: 'real', nullable: true },
  growth: { type: 'double precision', nullable: true },
  previous_rank: { type: 'integer', nullable: true },
  confidence: { type: 'smallint' },
});
const momentumAverages = table('momentum_averages', {
  entity: word,
  slot: place,
  scored: whole,
  average: { type: 'double precision', nullable: true },
});

/** Who cleaned what, and when. */
const cleanups = table('cleanups', {
  id: { type: 'integer', primary: true, generated: 'increment' },
  user_id: { type: 'uuid', nullable: true },
  entity_type: required,
  issue_type: required,
  matched: whole,
  deleted: { type: 'integer', default: 0 },
  started_at: known,
  finished_at: instant,
});

export const analyticsSchemas = [
  eventNames,
  eventDays,
  pageDays,
  referrerDays,
  pageWindows,
  referrerWindows,
  visitorsSeen,
  visitorsLastSeen,
  visitorWindows,
  topPerformers,
  momentumAverages,
  cleanups,
];
