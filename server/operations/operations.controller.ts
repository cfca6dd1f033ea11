import { Controller, Inject } from '@nestjs/common';
import { Clock } from '#domain/clock';
import type { OperationsOverview } from '#domain/operations/contract';
import { viewOperations } from '#domain/operations/endpoints';
import { newerRelease } from '#domain/operations/releases';
import type { DiskFigures } from '#domain/operations/site-figures';
import { listAlarms } from '#domain/site/endpoints';
import { CONFIG, type Config, VERSION } from '#server/config/config';
import { Handles } from '#server/http/handles';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { Instances } from '#server/monitoring/instances/typeorm/instances';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { PostgresOperations } from '#server/operations/postgres/operations';

const toDisk = (disk: DiskFigures | null) => disk && { path: disk.folder, free_bytes: disk.freeBytes, days_left: disk.daysLeft };

/** Alarms, and what runs and how much there is, for administrators only. */
@Controller()
export class OperationsController {
  constructor(
    private readonly operations: PostgresOperations,
    private readonly instances: Instances,
    private readonly figures: CachedFigures,
    private readonly alarms: SiteAlarms,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'RELEASE_FEED_URL'>,
  ) {}

  @Handles(listAlarms)
  listAlarms() {
    return this.alarms.list();
  }

  @Handles(viewOperations)
  async view(): Promise<OperationsOverview> {
    const [facts, readings, instances, figures] = await Promise.all([
      this.operations.readFacts(),
      this.operations.readReadings(),
      this.instances.list(this.clock.now()),
      this.figures.read(),
    ]);
    const newestBackup = figures.backups?.newest;
    return {
      outbox: {
        waiting: figures.unsentEmails,
        oldest_at: figures.oldestUnsentAt?.toISOString() ?? null,
        failed: facts.failed_emails,
      },
      instances,
      readings,
      versions: {
        product: VERSION,
        postgres: facts.postgres_version,
        schema: facts.newest_migration,
        is_schema_current: figures.schema === 'current',
        newer_release: this.config.RELEASE_FEED_URL && facts.newest_release ? newerRelease(VERSION, [facts.newest_release]) : null,
      },
      sizes: {
        database_bytes: figures.databaseBytes,
        tables: facts.largest_tables,
        database_growth: figures.usage.databaseGrowth,
        is_database_embedded: figures.isDatabaseEmbedded,
        backup_bytes: figures.usage.backupBytes,
        backup_growth: figures.usage.backupGrowth,
        data_directory: toDisk(figures.dataDisk),
        backup_directory: toDisk(figures.backupDisk),
        newest_backup: newestBackup ? { created_at: newestBackup.createdAt.toISOString(), bytes: newestBackup.bytes } : null,
      },
    };
  }
}
