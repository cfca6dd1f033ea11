import * as column from '#server/database/schema/columns';
import { table } from '#server/database/schema/columns';

/** Events aggregated per UTC day. `events` and `event_fold` exist in the migrations alone: TypeORM does not support partitions. */
export const analyticsSchemas = [
  table('event_names', { day: column.integerKey, name: column.binaryTextKey }),
  table('stored_events', { day: column.integerKey, events: column.requiredInteger, bytes: column.requiredBigint }),
  table('event_days', { day: column.integerKey, name: column.binaryTextKey, count: column.requiredInteger }),
  table('page_days', { day: column.integerKey, path: column.binaryTextKey, count: column.requiredInteger }),
  table('referrer_days', { day: column.integerKey, referrer: column.binaryTextKey, count: column.requiredInteger }),
  table('page_windows', { days: column.integerKey, path: column.binaryTextKey, count: column.requiredInteger }),
  table('referrer_windows', { days: column.integerKey, referrer: column.binaryTextKey, count: column.requiredInteger }),
  table('visitors_seen', { visitor: column.uuidKey, last_day: column.requiredInteger }),
  table('visitors_last_seen', { day: column.integerKey, visitors: column.requiredInteger }),
  table('visitor_windows', { day: column.integerKey, days: column.integerKey, visitors: column.requiredInteger }),
  table('top_performers', {
    entity: column.textKey,
    slot: column.smallintKey,
    place: column.smallintKey,
    _id: column.binaryText,
    score: column.nullableReal,
    growth: column.nullableDouble,
    previous_rank: column.nullableInteger,
    confidence: column.requiredSmallint,
  }),
  table('momentum_averages', {
    entity: column.textKey,
    slot: column.smallintKey,
    scored: column.requiredInteger,
    average: column.nullableDouble,
  }),
];
