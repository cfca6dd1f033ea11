import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SECOND_MS } from '#domain/durations';
import { JobLocks, JobLog, type LastJobRun } from '#domain/jobs/jobs';
import type { SiteFigures } from '#domain/operations/site-figures';
import { timedCache } from '#server/cache/timed-cache';
import { isJobName, schedule } from '#server/jobs/schedule';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';

/** The figures of the site and the last run of each job of this release. */
export interface CurrentFigures extends SiteFigures {
  readonly jobs: readonly LastJobRun[];
  readonly runningJobs: ReadonlySet<string>;
}

/** How old figures may be: the database is asked at most this often. */
const FIGURES_TTL_MS = 10 * SECOND_MS;

const MAX_WAIT_MS = 2 * SECOND_MS;

/** The figures that metrics, `/readyz`, and the operations page share. */
@Injectable()
export class CachedFigures {
  readonly #figures = timedCache(FIGURES_TTL_MS, async (_: 'all'): Promise<CurrentFigures> => {
    const [figures, jobs, runningJobs] = await Promise.all([
      this.source.read(),
      this.log.listLast(),
      this.locks.listHeld(schedule.map(({ job }) => job)),
    ]);
    return { ...figures, jobs: jobs.filter(({ job }) => isJobName(job)), runningJobs };
  });

  constructor(
    private readonly source: PostgresSiteFigures,
    private readonly log: JobLog,
    private readonly locks: JobLocks,
  ) {}

  read(): Promise<CurrentFigures> {
    return this.#figures('all');
  }

  /** Null while the database does not answer, for which a probe does not wait long. */
  readIfReachable(): Promise<CurrentFigures | null> {
    return Promise.race([this.read().catch(() => null), sleep(MAX_WAIT_MS, null, { ref: false })]);
  }
}
