import { dateFormat, dayOf, longDay, shortDay } from '#domain/days';
import { fixedNumber } from '#domain/numbers';

/** The UTC day on which the page was loaded; tests set another one. */
export const present = { day: dayOf(new Date()) };

/** `Aug 1` for a day or an instant in ISO 8601, with its year unless that is the present one; the UTC day. */
export const formatDay = (iso: string): string => shortDay(dayOf(new Date(iso)), present.day);

const monthFormat = dateFormat({ month: 'short', year: 'numeric' });

/** `Aug 2026` for a day or an instant in ISO 8601. */
export const formatMonth = (iso: string): string => monthFormat(new Date(iso));

/** `Aug 1, 2026` for a day or an instant in ISO 8601; the UTC day, `–` when unknown. */
export const formatDate = (iso: string | null): string => (iso === null ? '–' : longDay(dayOf(new Date(iso))));

/** `Aug 1 to Oct 30`, with the year of another year; with both years when they differ. */
export const formatDayRange = (from: string, to: string): string =>
  from.slice(0, 4) === to.slice(0, 4)
    ? `${shortDay(dayOf(new Date(from)))} to ${formatDay(to)}`
    : `${formatDate(from)} to ${formatDate(to)}`;

const dateTimeFormat = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `Aug 1, 2026, 14:03 UTC` for an instant in ISO 8601. */
export const formatDateTime = (iso: string): string => `${dateTimeFormat(new Date(iso))} UTC`;

/** `87.5`, or `–` without a score. */
export const formatScore = (score: number | null | undefined): string => (typeof score === 'number' ? fixedNumber(score, 1) : '–');

/** A share from 0 to 1 as `12%`. */
export const formatShare = (share: number): string => `${Math.round(share * 100)}%`;
