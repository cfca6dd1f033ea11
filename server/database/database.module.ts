import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '#domain/clock';
import type { ConnectionSettings } from '#server/config/connections';
import { connectDataSource, dataSourceOptionsFor, driverPool, JobDataSource } from '#server/database/data-source';
import { ProbedDatabaseOutages } from '#server/database/outages/probed-database-outages';
import { DatabaseOutages } from '#domain/monitoring/database-outages';
import { DatabaseClock } from '#server/database/database-clock';
import { Postgres } from '#server/database/postgres';

/** A connection pool for requests, one for jobs, and the clock of the database. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly postgres: Postgres,
    private readonly jobDataSource: JobDataSource,
    private readonly clock: Clock,
  ) {}

  static forUrl(url: string, { DATABASE_CONNECTIONS, DATABASE_JOB_CONNECTIONS }: ConnectionSettings): DynamicModule {
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
        { provide: Clock, inject: [Postgres], useFactory: (postgres: Postgres) => DatabaseClock.start(postgres) },
        { provide: DatabaseOutages, useClass: ProbedDatabaseOutages },
      ],
      exports: [Postgres, JobDataSource, Clock, DatabaseOutages],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.clock instanceof DatabaseClock) this.clock.stop();
    await this.postgres.close();
    await this.jobDataSource.destroy();
  }
}
