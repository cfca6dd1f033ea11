import { analyticsSchemas } from '#server/database/schema/analytics.schema';
import { catalogueSchemas } from '#server/database/schema/catalogue.schema';
import { operationsSchemas } from '#server/database/schema/operations.schema';
import { peopleSchemas } from '#server/database/schema/people.schema';

/** Every table that TypeORM knows; the drift test compares them with what the migrations made. */
export const schemas = [...catalogueSchemas, ...operationsSchemas, ...peopleSchemas, ...analyticsSchemas];
