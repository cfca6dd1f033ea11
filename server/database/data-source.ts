import pg, { Pool } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { migrations } from '#migrations/index';
import { BoundedPool } from '#server/database/bounded-pool';
import { jobPoolOptions, requestPoolOptions } from '#server/database/postgres';
import { schemas } from '#server/database/schema/schemas';

export const dataSourceOptionsFor = (url: string, maxConnections: number = requestPoolOptions.max): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities: [...schemas],
  migrations,
  migrationsTransactionMode: 'each',
  // gen_random_uuid() is built into Postgres; no extension is needed.
  uuidExtension: 'pgcrypto',
  installExtensions: false,
  driver: { ...pg, Pool: BoundedPool },
  extra: { ...requestPoolOptions, max: maxConnections },
});

/** Connects and adds each schema to the index of metadata, where TypeORM otherwise searches all tables for it (20 µs per lookup). */
async function connect<Source extends DataSource>(dataSource: Source): Promise<Source> {
  await dataSource.initialize();
  for (const schema of schemas) dataSource.entityMetadatasMap.set(schema, dataSource.getMetadata(schema));
  return dataSource;
}

/** TypeORM on the connection pool of requests. */
export const connectDataSource = (url: string, maxConnections?: number): Promise<DataSource> =>
  connect(new DataSource(dataSourceOptionsFor(url, maxConnections)));

/** TypeORM on the connection pool of jobs, without its timeouts and its bounded queue. */
export class JobDataSource extends DataSource {
  static connect(url: string, maxConnections: number = jobPoolOptions.max): Promise<JobDataSource> {
    const extra = { ...jobPoolOptions, max: maxConnections };
    return connect(new JobDataSource({ ...dataSourceOptionsFor(url), driver: pg, extra }));
  }
}

/** The connection pool of TypeORM, shared with the adapters that send SQL themselves. */
export function driverPool({ driver }: DataSource): Pool {
  if (driver instanceof PostgresDriver && driver.master instanceof Pool) return driver.master;
  throw new Error('TypeORM is not connected through our pool');
}
