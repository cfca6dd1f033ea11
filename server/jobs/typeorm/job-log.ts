import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not, type Repository } from 'typeorm';
import type { JobLog, JobRun, LastJobRun } from '#domain/jobs/jobs';
import { JobDataSource } from '#server/database/data-source';
import { type JobRunRow, jobRunSchema, type JobStatusRow, jobStatusSchema } from '#server/database/schema/operations.schema';

/** The tables `job_runs` (the history) and `job_statuses` (the last run of each job), on the job pool, so that busy requests delay no record. */
@Injectable()
export class TypeormJobLog implements JobLog {
  readonly #runs: Repository<JobRunRow>;
  readonly #statuses: Repository<JobStatusRow>;

  constructor(dataSource: JobDataSource) {
    this.#runs = dataSource.getRepository(jobRunSchema);
    this.#statuses = dataSource.getRepository(jobStatusSchema);
  }

  async open({ job, slot, startedAt }: JobRun): Promise<boolean> {
    if (await this.#runs.existsBy({ job, slot, finished_at: Not(IsNull()) })) return false;
    await this.#saveRun({ job, slot, started_at: startedAt, error: null });
    await this.#statuses.upsert({ job, slot, started_at: startedAt, rows: null, error: null }, ['job']);
    return true;
  }

  async recordSuccess({ job, slot, startedAt }: JobRun, finishedAt: Date, rows: number, isIdle: boolean): Promise<void> {
    if (!isIdle) await this.#saveRun({ job, slot, started_at: startedAt, finished_at: finishedAt, rows, error: null });
    const took = finishedAt.getTime() - startedAt.getTime();
    await this.#statuses.upsert({ job, slot, started_at: startedAt, succeeded_at: finishedAt, took, rows, error: null }, ['job']);
  }

  async recordFailure({ job, slot, startedAt }: JobRun, failedAt: Date, error: string): Promise<void> {
    await this.#runs.update({ job, slot, started_at: startedAt, finished_at: IsNull() }, { error });
    await this.#statuses.update({ job, slot, started_at: startedAt }, { error, failed_at: failedAt });
  }

  async deleteBefore(job: string, time: Date): Promise<void> {
    await this.#runs.delete({ job, started_at: LessThan(time) });
  }

  listLast(): Promise<readonly LastJobRun[]> {
    return this.#statuses.find();
  }

  async #saveRun(run: Partial<Omit<JobRunRow, 'progress'>>): Promise<void> {
    await this.#runs.createQueryBuilder().insert().values(run).orUpdate(Object.keys(run), ['job', 'slot']).execute();
  }
}
