import { Injectable } from '@nestjs/common';
import { AuditLog, type UserActor } from '#domain/audit/acts';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { Conflict, NotFound } from '#domain/errors';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule } from '#server/jobs/schedule';

/** Runs a job when an administrator asks for it. */
@Injectable()
export class StartJob {
  constructor(
    private readonly runner: JobRunner,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Does not wait for the end of the run. Throws `NotFound` for an unknown job, and `Conflict` for one that is off or running. */
  async start(by: UserActor, name: string): Promise<void> {
    const job = schedule.find((scheduled) => scheduled.job === name)?.job;
    if (job === undefined) throw new NotFound('There is no such job.');
    this.runner.refuseIfOff(job);
    const enter = () => this.audit.enter({ by, at: this.clock.now(), act: 'job_started', target: job });
    if (!(await this.runner.start(job, enter))) throw new Conflict(`The job ${job} is running already.`);
    this.securityLog.record({ event: 'job-started', user_id: by.id, detail: job });
  }
}
