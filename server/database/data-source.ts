import type { DataSourceOptions } from 'typeorm';
import { migrations } from '#migrations/index';
import { requestPoolOptions } from '#server/database/postgres';
import { schemas } from '#server/database/schema/schemas';

export const dataSourceOptionsFor = (url: string): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: schemas,
  migrations,
  migrationsTransactionMode: 'each',
  // Ids of people are made by gen_random_uuid(), which Postgres has without any extension.
  uuidExtension: 'pgcrypto',
  installExtensions: false,
  extra: requestPoolOptions,
});
