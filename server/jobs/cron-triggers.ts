import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/** The clockwork of this process. */
@Injectable()
export class CronTriggers {
  constructor(private readonly registry: SchedulerRegistry) {}

  /** The times that something of this process runs at. */
  registeredTimes(): readonly string[] {
    return [...new Set(this.#cronJobs().map(({ cronTime }) => String(cronTime.source)))];
  }

  /** When that time comes next; null when nothing of this process runs at it. */
  nextRunAt(cron: string): Date | null {
    return this.#cronJobsAt(cron)[0]?.nextDate().toJSDate() ?? null;
  }

  /** Runs now what runs at that time. What runs keeps its own faults. */
  async fire(cron: string): Promise<void> {
    for (const job of this.#cronJobsAt(cron)) await job.fireOnTick();
  }

  #cronJobs() {
    return [...this.registry.getCronJobs().values()];
  }

  #cronJobsAt(cron: string) {
    return this.#cronJobs().filter(({ cronTime }) => cronTime.source === cron);
  }
}
