/** The events after one id, through another. */
export interface EventIdRange {
  readonly afterId: number;
  readonly throughId: number;
}

/** An SQL expression: the UTC day of an event. */
export const eventDaySql = `(at at time zone 'UTC')::date - date '1970-01-01'`;

/** An SQL expression: the first instant of a day. */
export const startOfDaySql = (day: string): string => `timestamptz '1970-01-01 00:00:00Z' + ${day} * interval '24 hours'`;
