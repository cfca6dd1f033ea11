import type { DataSourceOptions } from 'typeorm';
import { migrations } from '#migrations/index';
import { schemas } from '#server/database/schema/schemas';

export const dataSourceOptions = (url: string): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: schemas,
  migrations,
  migrationsTransactionMode: 'each',
  poolSize: 10,
  applicationName: 'corklight',
  // Ids of people are made by gen_random_uuid(), which Postgres has without any extension.
  uuidExtension: 'pgcrypto',
  installExtensions: false,
  extra: { statement_timeout: 5_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 15_000 },
});
