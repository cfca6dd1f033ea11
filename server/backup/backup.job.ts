import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { backUpSite } from '#server/backup/back-up-site';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { type Keys, KEYS } from '#server/secrets/keys';

/** Backs up the site every night if BACKUP_DIR is set. */
@Injectable()
export class BackupJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  onModuleInit(): void {
    this.runner.register('backup', async ({ scope }) => {
      const { BACKUP_DIR: folder, BACKUP_KEEP: keep } = this.config;
      if (folder === undefined) return 0;
      const register = scope.register.bind(scope);
      return (await backUpSite({ url: this.postgres.url, folder, kind: 'corklight', keep, keys: this.keys, register })).rows;
    });
  }
}
