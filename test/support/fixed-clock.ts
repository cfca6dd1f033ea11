import { Clock } from '#domain/clock';

/** A clock that returns the time a test has set. */
export class FixedClock extends Clock {
  constructor(public time: Date) {
    super();
  }

  now(): Date {
    return this.time;
  }

  advance(durationMs: number): void {
    this.time = new Date(this.time.getTime() + durationMs);
  }
}
