import { analyticsSchemas } from '#server/database/schema/analytics.schema';
import { catalogSchemas } from '#server/database/schema/catalogue.schema';
import { operationsSchemas } from '#server/database/schema/operations.schema';
import { accountSchemas } from '#server/database/schema/people.schema';

/** Every table that TypeORM knows; the drift test compares them with what the migrations made. */
export const schemas = [...catalogSchemas, ...operationsSchemas, ...accountSchemas, ...analyticsSchemas];
