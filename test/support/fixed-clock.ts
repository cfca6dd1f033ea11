import { Clock } from '#domain/clock';

/** A clock that a test sets. */
export class FixedClock extends Clock {
  constructor(public time: Date) {
    super();
  }

  now(): Date {
    return this.time;
  }
}
