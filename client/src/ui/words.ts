import { wholeNumber } from '#domain/numbers';

const plural = new Intl.PluralRules('en');

/** `1 board`, `12,480 boards`. */
export const counted = (count: number, one: string, many: string): string =>
  `${wholeNumber(count)} ${plural.select(count) === 'one' ? one : many}`;

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `1 Aug` for a day or an instant in ISO 8601; the UTC day. */
export const dayName = (iso: string): string => shortDay.format(new Date(iso));

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Aug 2026` for a day or an instant in ISO 8601. */
export const monthName = (iso: string): string => month.format(new Date(iso));

/** `1 Aug 2026` for a day or an instant in ISO 8601; the UTC day, `–` when unknown. */
export const dateName = (iso: string | null): string => (iso === null ? '–' : longDay.format(new Date(iso)));

/** `1 Aug to 30 Oct`; with years when they differ. */
export function spanName(from: string, to: string): string {
  const name = from.slice(0, 4) === to.slice(0, 4) ? dayName : dateName;
  return `${name(from)} to ${name(to)}`;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `1 Aug 2026, 14:03 UTC` for an instant in ISO 8601. */
export const momentName = (iso: string): string => `${moment.format(new Date(iso))} UTC`;
