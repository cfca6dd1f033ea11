import { type Day, dayLabel, dayOf } from '#domain/days';
import { keywordKey } from '#domain/keywords/keyword-texts';
import type { OwnPin } from '#domain/linked-accounts/account-reader';
import { isCounted, type OwnDay } from '#domain/linked-accounts/own-analytics';

/** How many days of a new pin are counted. */
const FIRST_DAYS = 30;

/** Own pins made since then whose title has the keyword, in any spelling of its words; the newest first. */
export function pinsAbout(keyword: string, since: Date, pins: readonly OwnPin[]): readonly (OwnPin & { readonly created_at: Date })[] {
  const key = keywordKey(keyword);
  return pins
    .flatMap((pin) => (pin.created_at !== null && pin.created_at >= since ? [{ ...pin, created_at: pin.created_at }] : []))
    .filter(({ title }) => key !== '' && ` ${keywordKey(title ?? '')} `.includes(` ${key} `))
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());
}

/** The saves of a pin's first 30 days, or of those so far; null where the days do not reach back to the first, or none is counted. */
export function savesOfFirstDays(days: readonly OwnDay[], createdAt: Date, firstKnownDay: Day): number | null {
  const created = dayOf(createdAt);
  if (created < firstKnownDay) return null;
  const [first, last] = [dayLabel(created), dayLabel(created + FIRST_DAYS - 1)];
  const saves = days.flatMap((day) => (isCounted(day) && day.day >= first && day.day <= last ? (day.values.saves ?? []) : []));
  return saves.length === 0 ? null : saves.reduce((total, value) => total + value, 0);
}
