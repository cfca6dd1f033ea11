import { Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/** The clockwork of this process. */
@Injectable()
export class CronTimes {
  constructor(private readonly registry: SchedulerRegistry) {}

  /** The times that something of this process runs at. */
  known(): readonly string[] {
    return [...new Set(this.#all().map(({ cronTime }) => String(cronTime.source)))];
  }

  /** When that time comes next; null when nothing of this process runs at it. */
  next(cron: string): Date | null {
    return this.#at(cron)[0]?.nextDate().toJSDate() ?? null;
  }

  /** Runs now what runs at that time. What runs keeps its own faults. */
  async fire(cron: string): Promise<void> {
    for (const job of this.#at(cron)) await job.fireOnTick();
  }

  #all() {
    return [...this.registry.getCronJobs().values()];
  }

  #at(cron: string) {
    return this.#all().filter(({ cronTime }) => cronTime.source === cron);
  }
}
