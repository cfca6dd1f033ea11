import type { EntitySchema } from 'typeorm';
import * as authSchemas from '#server/database/schema/auth.schema';
import { catalogSchemas } from '#server/database/schema/catalog.schema';
import * as linkedAccountSchemas from '#server/database/schema/linked-accounts.schema';
import * as mailSchemas from '#server/database/schema/mail.schema';
import * as operationsSchemas from '#server/database/schema/operations.schema';
import * as subscriptionSchemas from '#server/database/schema/subscriptions.schema';
import * as watchingSchemas from '#server/database/schema/watching.schema';

/** The tables that TypeORM reads and writes, and those of the catalog, whose columns the domain defines. A test compares them with the migrated database. */
export const schemas: readonly EntitySchema[] = [
  ...catalogSchemas,
  ...[operationsSchemas, authSchemas, mailSchemas, subscriptionSchemas, linkedAccountSchemas, watchingSchemas].flatMap<EntitySchema>(
    Object.values,
  ),
];

/** The other tables of ours, which only SQL reads and writes: their columns are in the migrations alone. */
const TABLES_WITHOUT_SCHEMA = `account_audit alarm_messages alerts campaigns catalog_stats cleanups disk_usage event_aggregation event_days event_names
  events forgotten_changes free_searches header_mappings import_changes import_journals import_runs keyword_build keyword_outlook keyword_ranks keyword_volumes keywords migrations momentum_averages packed_changes page_days page_windows rate_limits referrer_days
  referrer_windows removed_rows search_interest sign_in_tries stored_events top_performers typeorm_metadata visitor_windows visitors_last_seen
  visitors_seen board_histories board_months board_readings pin_histories pin_months pin_readings pinner_histories pinner_months
  pinner_readings`;

/** The names of all tables of ours. */
export const knownTables: ReadonlySet<string> = new Set([
  ...schemas.map(({ options }) => options.name),
  ...TABLES_WITHOUT_SCHEMA.split(/\s+/),
]);
