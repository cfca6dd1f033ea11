import pg, { Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { migrations } from '#migrations/index';
import { BoundedPool } from '#server/database/bounded-pool';
import { jobPoolOptions, requestPoolOptions } from '#server/database/postgres';
import { schemas } from '#server/database/schema/schemas';

export const dataSourceOptionsFor = (url: string): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: schemas,
  migrations,
  migrationsTransactionMode: 'each',
  // gen_random_uuid() is built into Postgres; no extension is needed.
  uuidExtension: 'pgcrypto',
  installExtensions: false,
  driver: { ...pg, Pool: BoundedPool },
  extra: requestPoolOptions,
});

/** A connected data source outside of Nest's modules: for commands and tests. */
export const connectDataSource = (url: string): Promise<DataSource> => new DataSource(dataSourceOptionsFor(url)).initialize();

/** TypeORM on the connection pool of jobs, without its timeouts and its bounded queue. */
export class JobDataSource extends DataSource {
  static async connect(url: string): Promise<JobDataSource> {
    const dataSource = new JobDataSource({ ...dataSourceOptionsFor(url), driver: pg, extra: jobPoolOptions });
    await dataSource.initialize();
    return dataSource;
  }
}

/** The connection pool of TypeORM, shared with the adapters that send SQL themselves. */
export function driverPool({ driver }: DataSource): Pool {
  if (driver instanceof PostgresDriver && driver.master instanceof Pool) return driver.master;
  throw new Error('TypeORM is not connected through our pool');
}
