import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { RefreshLists } from '#server/catalog/refresh-lists';

const MINUTE = 60_000;

/** Of the time between two refreshes so many parts are left to others: importing all day must not mean making lists all day. */
const REST = 9;

/** Looks every minute whether lists are behind. */
@Injectable()
export class ListsJob {
  readonly #logger = new Logger('lists');
  #busy = false;
  #restUntil = 0;

  constructor(private readonly refresh: RefreshLists) {}

  @Interval(MINUTE)
  async run(): Promise<void> {
    const began = performance.now();
    if (this.#busy || began < this.#restUntil) return;
    this.#busy = true;
    try {
      const made = await this.refresh.run();
      if (made.length > 0) this.#logger.log(`lists made anew: ${made.join(', ')}`);
    } catch (error) {
      this.#logger.error(error);
    } finally {
      const ended = performance.now();
      this.#restUntil = ended + (ended - began) * REST;
      this.#busy = false;
    }
  }
}
