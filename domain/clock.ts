/** The current time: the database's, so that all instances agree. */
export abstract class Clock {
  abstract now(): Date;
}
