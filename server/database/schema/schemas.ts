import { analyticsSchemas } from '#server/database/schema/analytics.schema';
import { catalogSchemas } from '#server/database/schema/catalog.schema';
import { operationsSchemas } from '#server/database/schema/operations.schema';
import { accountSchemas } from '#server/database/schema/accounts.schema';

/** Every table that TypeORM knows; the drift test compares them with what the migrations made. */
export const schemas = [...catalogSchemas, ...operationsSchemas, ...accountSchemas, ...analyticsSchemas];
