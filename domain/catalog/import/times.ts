import { parseDay } from '#domain/days';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { isMissing } from '#domain/catalog/import/text';
import type { ParseResult } from '#domain/catalog/import/counts';
import { memoize } from '#domain/memoize';

/** An instant; `timed` is false if the source has a day only, which is stored as 00:00 UTC. */
export interface ParsedTime {
  /** Milliseconds since 1970. */
  readonly ms: number;
  readonly timed: boolean;
}

const MIN_TIME_MS = Date.UTC(1990, 0, 1);
const monthAbbreviations = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const isoPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const rfc2822Pattern =
  /^(?:[a-z]{3},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC|UT|GMT|[+-]\d{4})?(?:\s+\(.*\))?$/i;

/** The offset of a time zone from UTC, in milliseconds. No zone means UTC. */
function zoneOffsetMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * MINUTE_MS;
}

const parseDayMemoized = memoize(parseDay, 20_000);

function toEpochMs(day: string, zone: string | undefined, hours = 0, minutes = 0, seconds = 0, fraction = ''): number | null {
  const days = parseDayMemoized(day);
  if (days === null || hours > 23 || minutes > 59 || seconds > 60) return null;
  const milliseconds = fraction === '' ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
  return days * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds - zoneOffsetMs(zone);
}

function parseTimeText(text: string): ParsedTime | null {
  const isoMatch = isoPattern.exec(text);
  if (isoMatch) {
    const [, day = '', hours, minutes, seconds, fraction, zone] = isoMatch;
    const ms = toEpochMs(day, zone, Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0), fraction);
    return ms === null ? null : { ms, timed: hours !== undefined };
  }
  const rfc2822Match = rfc2822Pattern.exec(text);
  if (!rfc2822Match) return /^\d{9,17}(\.\d+)?$/.test(text) ? parseEpochNumber(Number(text)) : null;
  const month = monthAbbreviations.indexOf((rfc2822Match[2] ?? '').toLowerCase()) + 1;
  const day = `${rfc2822Match[3]}-${String(month).padStart(2, '0')}-${(rfc2822Match[1] ?? '').padStart(2, '0')}`;
  const ms = toEpochMs(day, rfc2822Match[7], Number(rfc2822Match[4]), Number(rfc2822Match[5]), Number(rfc2822Match[6] ?? 0));
  return ms === null ? null : { ms, timed: true };
}

/** Seconds, milliseconds or microseconds since 1970, distinguished by magnitude: unambiguous for the years 1990 to 5000. */
function parseEpochNumber(number: number): ParsedTime | null {
  if (!Number.isFinite(number)) return null;
  const ms = number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000;
  return { ms: Math.floor(ms), timed: true };
}

/** MongoDB writes a time as `{"$date": "…"}` or `{"$date": {"$numberLong": "…"}}`. */
function unwrapMongoDate(raw: unknown): unknown {
  let value = raw;
  for (const key of ['$date', '$numberLong'])
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) value = (value as Readonly<Record<string, unknown>>)[key];
  return value;
}

const unquoted = (text: string): string => (/^["']/.test(text) ? text.replace(/^(["'])(.*)\1$/, '$2').trim() : text);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? unquoted(value.trim()) : null);

function readTime(value: unknown): ParsedTime | null {
  const text = textOf(value);
  return typeof value === 'number' ? parseEpochNumber(value) : text === null ? null : parseTimeText(text);
}

/** Whether a value is a time in one of the forms that are read, of whatever date. */
export const isTime = (raw: unknown): boolean => readTime(unwrapMongoDate(raw)) !== null;

/**
 * Parses a time: ISO 8601 with or without zone (none is UTC), RFC 2822, a day, MongoDB's `$date`, or seconds, milliseconds or microseconds
 * since 1970, each also in quotation marks. Null if there is none; rejected before 1990 and more than a day after `now`.
 */
export function parseTime(raw: unknown, now: Date): ParseResult<ParsedTime | null> {
  const value = unwrapMongoDate(raw);
  if (isMissing(value)) return { value: null };
  const time = readTime(value);
  if (time !== null && time.ms >= MIN_TIME_MS && time.ms <= now.getTime() + DAY_MS) return { value: time };
  const text = textOf(value);
  const quoted = text !== null ? JSON.stringify(text.slice(0, 40)) : typeof value === 'number' ? String(value) : 'this';
  if (time === null) return { reason: `${quoted} is not a time` };
  return { reason: time.ms < MIN_TIME_MS ? `${quoted} is before 1990` : `${quoted} lies in the future` };
}
