import { parseDay } from '#domain/days';
import { isNothing } from '#domain/catalog/intake-text';
import type { Reading } from '#domain/catalog/intake-counts';
import { remembering } from '#domain/remembering';

/** An instant; `timed` is false when the source named a day only, which then stands as its 00:00 UTC. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly ms: number;
  readonly timed: boolean;
}

const DAY = 86_400_000;
const EARLIEST = Date.UTC(1990, 0, 1);
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const mail =
  /^(?:[a-z]{3},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC|UT|GMT|[+-]\d{4})?(?:\s+\(.*\))?$/i;

/** How far a zone is from UTC, in milliseconds. No zone means UTC. */
function offset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return (found[1] === '-' ? -minutes : minutes) * 60_000;
}

/** Days repeat, those of crawls above all. */
const dayIn = remembering(parseDay, 20_000);

interface Clock {
  readonly hours: string | undefined;
  readonly minutes: string | undefined;
  readonly seconds?: string | undefined;
  readonly fraction?: string | undefined;
}

function instant(day: string, clock: Clock, zone: string | undefined): number | null {
  const days = dayIn(day);
  const hours = Number(clock.hours ?? 0);
  const minutes = Number(clock.minutes ?? 0);
  const seconds = Number(clock.seconds ?? 0);
  if (days === null || hours > 23 || minutes > 59 || seconds > 60) return null;
  const fraction = clock.fraction ? Math.floor(Number(`0.${clock.fraction}`) * 1000) : 0;
  return days * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction - offset(zone);
}

function fromText(text: string): Moment | null {
  const found = iso.exec(text);
  if (found) {
    const [, day = '', hours, minutes, seconds, fraction, zone] = found;
    const ms = instant(day, { hours, minutes, seconds, fraction }, zone);
    return ms === null ? null : { ms, timed: hours !== undefined };
  }
  const letter = mail.exec(text);
  if (!letter) return /^\d{9,17}(\.\d+)?$/.test(text) ? fromNumber(Number(text)) : null;
  const month = months.indexOf((letter[2] ?? '').toLowerCase()) + 1;
  const day = `${letter[3]}-${String(month).padStart(2, '0')}-${(letter[1] ?? '').padStart(2, '0')}`;
  const ms = instant(day, { hours: letter[4], minutes: letter[5], seconds: letter[6] }, letter[7]);
  return ms === null ? null : { ms, timed: true };
}

/** Seconds, milliseconds or microseconds since 1970, told apart by their size: each is right for the years 1990 to 5000. */
function fromNumber(number: number): Moment | null {
  if (!Number.isFinite(number)) return null;
  const ms = number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000;
  return { ms: Math.floor(ms), timed: true };
}

function unwrapped(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of ['$date', '$numberLong']) {
    if (Object.hasOwn(value, key)) return unwrapped((value as Readonly<Record<string, unknown>>)[key]);
  }
  return value;
}

const unquoted = (text: string): string => (/^["']/.test(text) ? text.replace(/^(["'])(.*)\1$/, '$2').trim() : text);

/**
 * A time of a source: ISO 8601 with or without zone (none is UTC), RFC 2822, a day alone, MongoDB's `$date`, seconds or milliseconds since
 * 1970, each also in quotation marks. Null where the source has none; refused before 1990 and later than a day from `now`.
 */
export function readTime(raw: unknown, now: Date): Reading<Moment | null> {
  const value = unwrapped(raw);
  if (isNothing(value)) return { value: null };
  const text = typeof value === 'string' ? unquoted(value.trim()) : null;
  const moment = typeof value === 'number' ? fromNumber(value) : text === null ? null : fromText(text);
  if (moment !== null && moment.ms >= EARLIEST && moment.ms <= now.getTime() + DAY) return { value: moment };
  const words = text !== null ? JSON.stringify(text.slice(0, 40)) : typeof value === 'number' ? String(value) : 'this';
  if (moment === null) return { reason: `${words} is not a time` };
  return { reason: moment.ms < EARLIEST ? `${words} is before 1990` : `${words} lies in the future` };
}
