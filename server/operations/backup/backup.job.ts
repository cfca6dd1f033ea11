import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { backUpSite, backupSettingFaults } from '#server/operations/backup/back-up-site';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { type Keys, KEYS } from '#server/secrets/keys';

/** Backs up the site every night if BACKUP_DIR is set; else the job is off. */
@Injectable()
export class BackupJob implements OnModuleInit {
  readonly #logger = new Logger('backup');

  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  async onModuleInit(): Promise<void> {
    const { BACKUP_DIR: folder, BACKUP_KEEP: keep, BACKUP_RECIPIENT: recipients } = this.config;
    if (folder === undefined) return;
    this.runner.register('backup', async ({ scope }) => {
      const register = scope.register.bind(scope);
      const { url } = this.postgres;
      return (await backUpSite({ url, folder, kind: 'corklight', keep, keys: this.keys, recipients, register })).rows;
    });
    for (const fault of await backupSettingFaults(folder, recipients)) this.#logger.warn(`${fault}.`);
  }
}
