import { Injectable } from '@nestjs/common';
import type { JobStatus } from '#domain/site/contract';
import { CronTriggers } from '#server/jobs/cron-triggers';
import { PostgresJobRuns } from '#server/jobs/postgres/job-runs';
import { schedule } from '#server/jobs/schedule';

const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

/** How every scheduled job stands. */
@Injectable()
export class JobStatuses {
  constructor(
    private readonly runs: PostgresJobRuns,
    private readonly triggers: CronTriggers,
  ) {}

  async list(): Promise<readonly JobStatus[]> {
    const names = schedule.map(({ job }) => job);
    const [lastRuns, running] = await Promise.all([this.runs.lastRuns(names), this.runs.runningJobs(names)]);
    return schedule.map(({ job, purpose, cron }) => {
      const run = lastRuns.find((one) => one.job === job);
      return {
        job,
        purpose,
        last_slot: run?.slot ?? null,
        last_started_at: toIso(run?.started_at),
        last_finished_at: toIso(run?.finished_at),
        took: run?.took ?? null,
        rows: run?.rows ?? null,
        error: run?.error ?? null,
        next_at: toIso(this.triggers.nextRunAt(cron)),
        running: running.has(job),
      };
    });
  }
}
