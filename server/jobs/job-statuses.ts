import { Injectable } from '@nestjs/common';
import type { JobStatus } from '#domain/jobs';
import { CronTimes } from '#server/jobs/cron-times';
import { PostgresJobRuns } from '#server/jobs/postgres-job-runs';
import { schedule } from '#server/jobs/schedule';

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

/** How every scheduled job stands. */
@Injectable()
export class JobStatuses {
  constructor(
    private readonly runs: PostgresJobRuns,
    private readonly times: CronTimes,
  ) {}

  async list(): Promise<readonly JobStatus[]> {
    const names = schedule.map(({ job }) => job);
    const [last, running] = await Promise.all([this.runs.last(names), this.runs.running(names)]);
    return schedule.map(({ job, purpose, cron }) => {
      const run = last.find((one) => one.job === job);
      return {
        job,
        purpose,
        last_slot: run?.slot ?? null,
        last_started_at: iso(run?.started_at),
        last_finished_at: iso(run?.finished_at),
        took: run?.took ?? null,
        rows: run?.rows ?? null,
        error: run?.error ?? null,
        next_at: iso(this.times.next(cron)),
        running: running.has(job),
      };
    });
  }
}
