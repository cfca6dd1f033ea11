import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { newerRelease } from '#domain/operations/releases';
import { CONFIG, type Config, VERSION } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { NEWEST_RELEASE, saveSetting } from '#server/database/schema/stored-settings';
import { JobRunner } from '#server/jobs/job-runner';
import { recordSizes } from '#server/monitoring/postgres/disk-usage';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { backUpSite, backupSettingFaults } from '#server/operations/backup/back-up-site';
import { readReleaseFeed } from '#server/operations/releases/read-release-feed';
import { type Keys, KEYS } from '#server/secrets/keys';

/** Registers the jobs of operations: alarms, daily sizes, and if set up, the nightly backup and the check for a newer release. */
@Injectable()
export class OperationsJobs implements OnModuleInit {
  readonly #logger = new Logger('backup');

  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
    private readonly alarms: SiteAlarms,
    private readonly figures: PostgresSiteFigures,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  async onModuleInit(): Promise<void> {
    this.runner.register('alarms', () => this.alarms.send());
    this.runner.register('disk-usage', async ({ startedAt }) => {
      await recordSizes(this.postgres.jobPool, (await this.figures.read()).usage.backupBytes, startedAt);
      return 1;
    });
    const { BACKUP_DIR, RELEASE_FEED_URL } = this.config;
    if (RELEASE_FEED_URL !== undefined) this.runner.register('releases', () => this.#askForRelease(RELEASE_FEED_URL));
    if (BACKUP_DIR !== undefined) await this.#registerBackup(BACKUP_DIR);
  }

  async #askForRelease(url: string): Promise<number> {
    const releases = await readReleaseFeed(url);
    await saveSetting(this.postgres.jobPool, NEWEST_RELEASE, JSON.stringify(newerRelease(VERSION, releases)));
    return releases.length;
  }

  async #registerBackup(folder: string): Promise<void> {
    const { BACKUP_KEEP: keep, BACKUP_RECIPIENT: recipients } = this.config;
    this.runner.register('backup', async ({ scope }) => {
      const register = scope.register.bind(scope);
      const { url } = this.postgres;
      return (await backUpSite({ url, folder, kind: 'corklight', keep, keys: this.keys, recipients, register })).rows;
    });
    for (const fault of await backupSettingFaults(folder, recipients)) this.#logger.warn(`${fault}.`);
  }
}
