import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { firstOpenDay } from '#domain/catalog/history/readings';
import { dayOf } from '#domain/days';
import { WriteLock } from '#domain/jobs/write-lock';
import { deleteMonthsBefore, sealMonths } from '#server/catalog/history/postgres/seal-months';
import { deleteJournalsBefore, keptSince } from '#server/catalog/import/postgres/import-journals';
import { eraseForgottenChanges, sealChanges } from '#server/catalog/import/postgres/packed-changes';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { ScopedPool } from '#server/database/scoped-pool';
import { JobRunner } from '#server/jobs/job-runner';

/** More than a night's imports have; the first run after an update may have thousands to seal. */
const BATCHES_PER_LOG_LINE = 100;

/** Seals the readings of finished months and what journals of imports have every night, and deletes what is kept no longer of both. */
@Injectable()
export class HistoryJob implements OnModuleInit {
  readonly #logger = new Logger('jobs');

  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
    private readonly writeLock: WriteLock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HISTORY_KEPT_DAYS' | 'IMPORTS_KEPT_DAYS'>,
  ) {}

  onModuleInit(): void {
    this.runner.register('history', ({ scope, startedAt }) =>
      this.writeLock.runAsWriter(
        async (writer) => {
          const today = dayOf(startedAt);
          const { HISTORY_KEPT_DAYS: keptDays, IMPORTS_KEPT_DAYS: importsKeptDays } = this.config;
          const pool = new ScopedPool(this.postgres.jobPool, writer);
          await deleteJournalsBefore(pool, keptSince(startedAt, importsKeptDays));
          await eraseForgottenChanges(pool);
          await sealChanges(pool, (sealed, of) => {
            if (sealed % BATCHES_PER_LOG_LINE === 0) this.#logger.log({ msg: 'history goes on', sealed, of });
          });
          const deleted = keptDays === 0 ? 0 : await deleteMonthsBefore(this.postgres, writer, today - keptDays);
          return deleted + (await sealMonths(this.postgres, writer, firstOpenDay(today)));
        },
        { within: scope },
      ),
    );
  }
}
