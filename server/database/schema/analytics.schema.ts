import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { nullableTimestamp, requiredTimestamp, requiredText } from '#server/database/schema/columns';

type Columns = Record<string, EntitySchemaColumnOptions>;

const table = (name: string, columns: Columns) => new EntitySchema<Record<string, unknown>>({ name, columns });

const integerKey: EntitySchemaColumnOptions = { type: 'integer', primary: true };
const textKey: EntitySchemaColumnOptions = { type: 'text', primary: true };
const binaryTextKey: EntitySchemaColumnOptions = { type: 'text', primary: true, collation: 'C' };
const requiredInteger: EntitySchemaColumnOptions = { type: 'integer' };
const smallintKey: EntitySchemaColumnOptions = { type: 'smallint', primary: true };

/** What the raw events add up to, per UTC day. `events` and `event_fold` themselves are the migration's own: TypeORM knows no partitions. */
const eventNames = table('event_names', { day: integerKey, name: binaryTextKey });
const eventDays = table('event_days', { day: integerKey, name: binaryTextKey, count: requiredInteger });
const pageDays = table('page_days', { day: integerKey, path: binaryTextKey, count: requiredInteger });
const referrerDays = table('referrer_days', { day: integerKey, referrer: binaryTextKey, count: requiredInteger });
const pageWindows = table('page_windows', { days: integerKey, path: binaryTextKey, count: requiredInteger });
const referrerWindows = table('referrer_windows', { days: integerKey, referrer: binaryTextKey, count: requiredInteger });
const visitorsSeen = table('visitors_seen', { visitor: { type: 'uuid', primary: true }, last_day: requiredInteger });
const visitorsLastSeen = table('visitors_last_seen', { day: integerKey, visitors: requiredInteger });
const visitorWindows = table('visitor_windows', { day: integerKey, days: { type: 'integer', primary: true }, visitors: requiredInteger });

const topPerformers = table('top_performers', {
  entity: textKey,
  slot: smallintKey,
  place: smallintKey,
  _id: { type: 'text', collation: 'C' },
  score: { type: 'real', nullable: true },
  growth: { type: 'double precision', nullable: true },
  previous_rank: { type: 'integer', nullable: true },
  confidence: { type: 'smallint' },
});
const momentumAverages = table('momentum_averages', {
  entity: textKey,
  slot: smallintKey,
  scored: requiredInteger,
  average: { type: 'double precision', nullable: true },
});

/** Who cleaned what, and when. */
const cleanups = table('cleanups', {
  id: { type: 'integer', primary: true, generated: 'increment' },
  user_id: { type: 'uuid', nullable: true },
  entity_type: requiredText,
  issue_type: requiredText,
  matched: requiredInteger,
  deleted: { type: 'integer', default: 0 },
  started_at: requiredTimestamp,
  finished_at: nullableTimestamp,
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
