import type { LockScope } from '#domain/lock-scope';

/** How an attempt to run a job ended: it ran, its slot was done before, or another instance is at it. */
export type JobOutcome = 'ran' | 'done' | 'busy';

/** Work that must not happen twice at once, over all instances of the product. */
export abstract class Jobs {
  /**
   * Runs `work` unless this slot of the job (a day, say) is done already or another instance holds the job. `work` answers how many
   * rows it handled; when it throws, the fault is kept with the slot, which stays open, and thrown on.
   */
  abstract runExclusively(jobName: string, scheduledRun: string, work: (scope: LockScope) => Promise<number>): Promise<JobOutcome>;
}
