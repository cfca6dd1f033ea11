import { Injectable } from '@nestjs/common';
import { JobLocks, JobLog, type LastJobRun } from '#domain/jobs/jobs';
import { wasKilled } from '#domain/jobs/schedule';
import { schedule } from '#server/jobs/schedule';

/** The last run of a job, as all instances see it. */
export interface SeenJobRun extends LastJobRun {
  readonly isHeld: boolean;
  readonly isKilled: boolean;
}

/** The last runs of the jobs, with their locks. */
@Injectable()
export class LastRuns {
  constructor(
    private readonly log: JobLog,
    private readonly locks: JobLocks,
  ) {}

  /** The last run of each job that ever ran. */
  async list(): Promise<readonly SeenJobRun[]> {
    const jobs = schedule.map(({ job }) => job);
    // A run that begins or ends between the two readings of the locks is in one of them.
    const heldBefore = await this.locks.listHeld(jobs);
    const runs = await this.log.listLast();
    const heldAfter = await this.locks.listHeld(jobs);
    return runs.map((run) => ({
      ...run,
      isHeld: heldAfter.has(run.job),
      isKilled: wasKilled(run, heldBefore.has(run.job) || heldAfter.has(run.job)),
    }));
  }
}
