import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import type { Config } from '#server/config/config';
import { CatalogReads, type ReplicaSettings } from '#server/database/replicas/catalog-reads';
import { connectDataSource, dataSourceOptionsFor, driverPool, JobDataSource } from '#server/database/data-source';
import { ProbedDatabaseOutages } from '#server/database/outages/probed-database-outages';
import { DatabaseOutages } from '#domain/operations/database-outages';
import { DatabaseClock } from '#server/database/database-clock';
import { Postgres } from '#server/database/postgres';

type DatabaseSettings = Pick<Config, 'DATABASE_CONNECTIONS' | 'DATABASE_JOB_CONNECTIONS' | 'DATABASE_READ_URLS' | 'DATABASE_READ_MAX_LAG'>;

const replicaSettings = ({ DATABASE_READ_URLS = [], DATABASE_READ_MAX_LAG, DATABASE_CONNECTIONS }: DatabaseSettings): ReplicaSettings => ({
  urls: DATABASE_READ_URLS,
  maxLagMs: DATABASE_READ_MAX_LAG * SECOND_MS,
  maxConnections: DATABASE_CONNECTIONS,
});

/** A connection pool for requests, one for jobs, and the clock of the database. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly postgres: Postgres,
    private readonly catalogReads: CatalogReads,
    private readonly jobDataSource: JobDataSource,
    private readonly clock: Clock,
  ) {}

  static forUrl(url: string, settings: DatabaseSettings): DynamicModule {
    const { DATABASE_CONNECTIONS, DATABASE_JOB_CONNECTIONS } = settings;
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSourceOptionsFor(url, DATABASE_CONNECTIONS), retryAttempts: 3, retryDelay: 1_000 }),
          dataSourceFactory: () => connectDataSource(url, DATABASE_CONNECTIONS),
        }),
      ],
      providers: [
        { provide: JobDataSource, useFactory: () => JobDataSource.connect(url, DATABASE_JOB_CONNECTIONS) },
        {
          provide: Postgres,
          inject: [DataSource, JobDataSource],
          useFactory: (source: DataSource, jobSource: JobDataSource) => new Postgres(url, driverPool(source), driverPool(jobSource)),
        },
        {
          provide: CatalogReads,
          inject: [Postgres],
          useFactory: (postgres: Postgres) => CatalogReads.start(postgres, replicaSettings(settings)),
        },
        { provide: Clock, inject: [Postgres], useFactory: (postgres: Postgres) => DatabaseClock.start(postgres) },
        { provide: DatabaseOutages, useClass: ProbedDatabaseOutages },
      ],
      exports: [CatalogReads, Postgres, JobDataSource, Clock, DatabaseOutages],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.clock instanceof DatabaseClock) this.clock.stop();
    await this.catalogReads.close();
    await this.postgres.close();
    await this.jobDataSource.destroy();
  }
}
