import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan, Not } from 'typeorm';
import type { JobLog, JobRun, LastJobRun } from '#domain/jobs/jobs';
import { JobDataSource } from '#server/database/data-source';
import { type JobRunRow, jobRunSchema, jobStatusSchema } from '#server/database/schema/operations.schema';

/** The tables `job_runs` (the history) and `job_statuses` (the last run of each job), on the job pool, so that busy requests delay no record. A change writes both or neither. */
@Injectable()
export class TypeormJobLog implements JobLog {
  constructor(private readonly dataSource: JobDataSource) {}

  open({ job, scheduledFor, startedAt }: JobRun): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (await manager.existsBy(jobRunSchema, { job, scheduled_for: scheduledFor, finished_at: Not(IsNull()) })) return false;
      await saveRun(manager, { job, scheduled_for: scheduledFor, started_at: startedAt, error: null });
      await manager.upsert(jobStatusSchema, { job, scheduled_for: scheduledFor, started_at: startedAt, rows: null, error: null }, ['job']);
      return true;
    });
  }

  recordSuccess({ job, scheduledFor, startedAt }: JobRun, finishedAt: Date, rows: number, isIdle: boolean): Promise<void> {
    const took = finishedAt.getTime() - startedAt.getTime();
    return this.dataSource.transaction(async (manager) => {
      if (!isIdle)
        await saveRun(manager, { job, scheduled_for: scheduledFor, started_at: startedAt, finished_at: finishedAt, rows, error: null });
      await manager.upsert(
        jobStatusSchema,
        { job, scheduled_for: scheduledFor, started_at: startedAt, succeeded_at: finishedAt, took, rows, error: null },
        ['job'],
      );
    });
  }

  recordFailure({ job, scheduledFor, startedAt }: JobRun, failedAt: Date, error: string): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await manager.update(jobRunSchema, { job, scheduled_for: scheduledFor, started_at: startedAt, finished_at: IsNull() }, { error });
      await manager.update(jobStatusSchema, { job, scheduled_for: scheduledFor, started_at: startedAt }, { error, failed_at: failedAt });
    });
  }

  async deleteBefore(job: string, time: Date): Promise<void> {
    await this.dataSource.manager.delete(jobRunSchema, { job, started_at: LessThan(time) });
  }

  listLast(): Promise<readonly LastJobRun[]> {
    return this.dataSource.manager.find(jobStatusSchema);
  }
}

/** Inserts a run, or updates the row of the same job and scheduled run. */
async function saveRun(manager: EntityManager, run: Partial<Omit<JobRunRow, 'progress'>>): Promise<void> {
  await manager.createQueryBuilder().insert().into(jobRunSchema).values(run).orUpdate(Object.keys(run), ['job', 'scheduled_for']).execute();
}
