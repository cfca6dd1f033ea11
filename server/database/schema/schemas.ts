import { analyticsSchemas } from '#server/database/schema/analytics.schema';
import { authSchemas } from '#server/database/schema/auth.schema';
import { catalogSchemas } from '#server/database/schema/catalog.schema';
import { linkedAccountSchemas } from '#server/database/schema/linked-accounts.schema';
import { mailSchemas } from '#server/database/schema/mail.schema';
import { operationsSchemas } from '#server/database/schema/operations.schema';
import { subscriptionSchemas } from '#server/database/schema/subscriptions.schema';
import { watchingSchemas } from '#server/database/schema/watching.schema';

/** Every table that TypeORM knows; a test compares them with the migrated database. */
export const schemas = [
  ...catalogSchemas,
  ...operationsSchemas,
  ...authSchemas,
  ...mailSchemas,
  ...subscriptionSchemas,
  ...linkedAccountSchemas,
  ...analyticsSchemas,
  ...watchingSchemas,
];
