import { Injectable } from '@nestjs/common';
import { CronTime } from 'cron';
import { Clock } from '#domain/clock';
import type { JobStatus } from '#domain/site/contract';
import { JobRunner } from '#server/jobs/job-runner';
import { LastRuns, type SeenJobRun } from '#server/jobs/last-runs';
import { schedule } from '#server/jobs/schedule';

const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

/** The status of every scheduled job. */
@Injectable()
export class JobStatuses {
  constructor(
    private readonly lastRuns: LastRuns,
    private readonly runner: JobRunner,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<readonly JobStatus[]> {
    const lastRuns = await this.lastRuns.list();
    const now = this.clock.now();
    return schedule.map(({ job, purpose, cron }) => {
      const run: Partial<SeenJobRun> = lastRuns.find((last) => last.job === job) ?? {};
      const isOff = this.runner.isOff(job);
      const hasSucceeded = run.succeeded_at && run.succeeded_at >= run.started_at!;
      return {
        job,
        purpose,
        last_scheduled_for: run.scheduled_for ?? null,
        last_started_at: toIso(run.started_at),
        last_finished_at: hasSucceeded ? toIso(run.succeeded_at) : null,
        last_succeeded_at: toIso(run.succeeded_at),
        last_failed_at: toIso(run.failed_at),
        took: run.took ?? null,
        rows: run.rows ?? null,
        error: run.error ?? null,
        next_at: isOff ? null : new CronTime(cron, 'UTC').getNextDateFrom(now, 'UTC').toJSDate().toISOString(),
        running: run.isHeld === true || this.runner.isRunning(job),
        killed: run.isKilled === true && !isOff,
        off: isOff,
      };
    });
  }
}
