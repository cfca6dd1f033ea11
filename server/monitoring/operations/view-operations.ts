import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import type { OperationsOverview } from '#domain/monitoring/contract';
import { Instances } from '#domain/monitoring/instances';
import { CONFIG, type Config } from '#server/config/config';
import { VERSION } from '#server/config/version';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { PostgresOperations } from '#server/monitoring/operations/postgres/operations';

/** The present state of the site, as the operations page shows it. */
@Injectable()
export class ViewOperations {
  constructor(
    private readonly operations: PostgresOperations,
    private readonly instances: Instances,
    private readonly figures: CachedFigures,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'DATA_DIR'>,
  ) {}

  async view(): Promise<OperationsOverview> {
    const [imports, facts, instances, figures] = await Promise.all([
      this.operations.listImports(),
      this.operations.readFacts(),
      this.instances.list(this.clock.now()),
      this.figures.read(),
    ]);
    return {
      imports,
      outbox: {
        waiting: figures.unsentEmails,
        oldest_at: figures.oldestUnsentAt?.toISOString() ?? null,
        failed: facts.failedEmails,
      },
      instances,
      versions: {
        product: VERSION,
        postgres: facts.postgresVersion,
        schema: facts.newestMigration,
        is_schema_current: figures.schema === 'current',
      },
      sizes: {
        database_bytes: figures.databaseBytes,
        tables: facts.largestTables,
        data_directory: await this.#dataDirectory(),
      },
    };
  }

  /** Null where the folder does not exist: a server with a database and keys of its own needs none. */
  async #dataDirectory(): Promise<OperationsOverview['sizes']['data_directory']> {
    const { DATA_DIR: path } = this.config;
    const disk = await statfs(path).catch(() => null);
    return disk && { path, free_bytes: disk.bavail * disk.bsize };
  }
}
