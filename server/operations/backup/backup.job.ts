import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { recipientProblem } from '#server/operations/backup/archive-encryption';
import { backUpSite } from '#server/operations/backup/back-up-site';
import { backupFolderProblem } from '#server/files/backup-files';
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
    const problem = await backupFolderProblem(folder);
    if (problem !== null) this.#logger.warn(`BACKUP_DIR cannot be used: ${problem}.`);
    const wrongRecipient = await recipientProblem(recipients);
    if (wrongRecipient !== null) this.#logger.warn(`BACKUP_RECIPIENT cannot be used: ${wrongRecipient}.`);
  }
}
