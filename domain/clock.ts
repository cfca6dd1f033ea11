/** The time of the product: the database's time, so that several instances agree. Tests use a fixed one. */
export abstract class Clock {
  abstract now(): Date;
}
