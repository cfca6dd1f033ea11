import { Inject, Injectable } from '@nestjs/common';
import type { ReadModel } from '#domain/catalog/read-model';
import { type Variant, variants } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { LockScope } from '#domain/jobs/lock-scope';
import { type ReadModelRequest, buildReadModel } from '#server/catalog/read-model/postgres/read-model-builder';
import type { ReadModelWorkerData } from '#server/catalog/read-model/postgres/read-model-worker';
import { structureOf } from '#server/catalog/read-model/structure';
import { listNextReadModelTables, publishNextStats } from '#server/database/catalog-stats';
import { tablesOf } from '#server/database/catalog-tables';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { fewShortLivedObjects, runInWorker } from '#server/jobs/worker-threads';
import { inTransactionWithLockRetries, swapTables } from '#server/database/table-swap';
import { withClient } from '#server/database/transaction';

/** Shorter lists are built faster than a worker starts. */
const MIN_ROWS_FOR_WORKER = 5_000;

/** The read model in Postgres: blocks of ids per order, posting lists of rows per term (see ../README.md). */
@Injectable()
export class PostgresReadModel implements ReadModel {
  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async prepareNext(scope: WriterScope, variantsToBuild: readonly Variant[], from: 'current' | 'next'): Promise<void> {
    for (const variant of variantsToBuild) await this.#build(scope, { variant, from, minRows: this.config.ORDERED_LISTS_FROM });
  }

  async rebuild(scope: WriterScope, variantsToBuild: readonly Variant[] = variants): Promise<void> {
    await this.prepareNext(scope, variantsToBuild, 'current');
    await withClient(this.postgres.jobPoolIn(scope), async (client) => {
      const tables = await listNextReadModelTables(client, variantsToBuild);
      await inTransactionWithLockRetries(client, tables, async () => {
        await swapTables(client, tables);
        await publishNextStats(client, variantsToBuild);
      });
    });
  }

  async listStale(): Promise<readonly Variant[]> {
    const { rows } = await this.postgres.jobPool.query<{ variant: Variant }>(
      `select variant from catalog_stats where (behind or structure <> $2::jsonb ->> variant)
        and (generation is not null or total >= $1) order by variant`,
      [this.config.ORDERED_LISTS_FROM, structureOf],
    );
    return rows.map(({ variant }) => variant);
  }

  async #build(scope: LockScope, request: ReadModelRequest): Promise<void> {
    const pool = this.postgres.jobPoolIn(scope);
    const { rows } = await pool.query<{ many: boolean }>(
      `select exists (select 1 from ${tablesOf(request.variant).text} offset ${MIN_ROWS_FOR_WORKER}) many`,
    );
    if (rows[0]?.many === true) {
      const workerData: ReadModelWorkerData = { url: this.postgres.url, request };
      await runInWorker(scope, 'read-model-worker', import.meta.url, { workerData, resourceLimits: fewShortLivedObjects });
    } else await withClient(pool, (client) => buildReadModel(client, client, request));
  }
}
