import { dayLabel, dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';

/** Numbers that were read within this many days count as fresh. */
const FRESH_DAYS = 7;

/** The day (UTC) of a list's newest reading, if that is old enough to tell readers; null while its numbers are fresh, or none were read. */
export const oldNumbersDay = (newestReadingAt: Date | null, now: Date): string | null =>
  newestReadingAt !== null && now.getTime() - newestReadingAt.getTime() > FRESH_DAYS * DAY_MS ? dayLabel(dayOf(newestReadingAt)) : null;
