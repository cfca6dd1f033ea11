import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { newerRelease } from '#domain/operations/releases';
import { CONFIG, type Config } from '#server/config/config';
import { VERSION } from '#server/config/version';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { saveNewestRelease } from '#server/operations/releases/postgres/newest-release';
import { readReleaseFeed } from '#server/operations/releases/read-release-feed';

/** Asks the operator's feed for a newer release, once a day; without a feed the job is off, and nothing is asked. */
@Injectable()
export class ReleasesJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Pick<Config, 'RELEASE_FEED_URL'>,
  ) {}

  onModuleInit(): void {
    const { RELEASE_FEED_URL: url } = this.config;
    if (url === undefined) return;
    this.runner.register('releases', async () => {
      const releases = await readReleaseFeed(url);
      await saveNewestRelease(this.postgres.jobPool, newerRelease(VERSION, releases));
      return releases.length;
    });
  }
}
