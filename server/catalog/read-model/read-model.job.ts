import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';

const MINUTE_MS = 60_000;

/** Of the time between two refreshes so many parts are left to others: importing all day must not mean making lists all day. */
const IDLE_TIME_FACTOR = 9;

/** Looks every minute whether lists are behind. */
@Injectable()
export class ReadModelJob {
  readonly #logger = new Logger('lists');
  #isRunning = false;
  #idleUntilMs = 0;

  constructor(private readonly refreshReadModel: RefreshReadModel) {}

  @Interval(MINUTE_MS)
  async run(): Promise<void> {
    const startedAtMs = performance.now();
    if (this.#isRunning || startedAtMs < this.#idleUntilMs) return;
    this.#isRunning = true;
    try {
      const rebuilt = await this.refreshReadModel.rebuildStale();
      if (rebuilt.length > 0) this.#logger.log(`lists made anew: ${rebuilt.join(', ')}`);
    } catch (error) {
      this.#logger.error(error);
    } finally {
      const endedAtMs = performance.now();
      this.#idleUntilMs = endedAtMs + (endedAtMs - startedAtMs) * IDLE_TIME_FACTOR;
      this.#isRunning = false;
    }
  }
}
