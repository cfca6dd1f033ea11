import { type Day, dayLabel, dayOf } from '#domain/days';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { OwnPin, ReadList } from '#domain/linked-accounts/account-reader';
import { isCounted, type OwnDay } from '#domain/linked-accounts/own-analytics';

/** How many days of a new pin are counted. */
const FIRST_DAYS = 30;

/** A keyword that a user has saved. */
export interface SavedKeyword {
  /** The key that all spellings share. */
  readonly key: string;
  readonly name: string;
  readonly savedAt: Date;
}

type DatedPin = OwnPin & { readonly created_at: Date };

/** A saved keyword with the own pins about it, the newest first. */
interface FoundPins {
  readonly keyword: string;
  readonly pins: readonly DatedPin[];
}

/** Of each saved keyword, the own pins made since then whose title has it, in any spelling of its words. Keywords without such a pin are left out. */
export function pinsAboutSaved(saved: readonly SavedKeyword[], pins: readonly OwnPin[]): readonly FoundPins[] {
  const titled = pins
    .flatMap(({ created_at, ...pin }) => (created_at === null ? [] : [{ ...pin, created_at }]))
    .map((pin) => ({ pin, words: ` ${keywordKey(pin.title ?? '')} ` }));
  return saved
    .filter(({ key }) => key !== '')
    .map(({ key, name, savedAt }) => ({
      keyword: name,
      pins: newestFirst(titled.flatMap(({ pin, words }) => (pin.created_at >= savedAt && words.includes(` ${key} `) ? [pin] : []))),
    }))
    .filter((found) => found.pins.length > 0);
}

/** The distinct pins of all keywords, the newest first. */
export const distinctPins = (found: readonly FoundPins[]): readonly DatedPin[] =>
  newestFirst([...new Map(found.flatMap(({ pins }) => pins).map((pin) => [pin.id, pin])).values()]);

const newestFirst = (pins: readonly DatedPin[]): readonly DatedPin[] =>
  pins.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());

/** Whether a list of own pins that was read to its end, or up to its oldest one, has all that were made since keywords were saved. */
export const reachesBack = ({ items, isComplete }: ReadList<OwnPin>, saved: readonly SavedKeyword[]): boolean =>
  isComplete || saved.every(({ savedAt }) => items.some(({ created_at }) => created_at !== null && created_at < savedAt));

/** The saves of a pin's first 30 days, or of those so far; null where the days do not reach back to the first, or none is counted. */
export function savesOfFirstDays(days: readonly OwnDay[], createdAt: Date, firstKnownDay: Day): number | null {
  const created = dayOf(createdAt);
  if (created < firstKnownDay) return null;
  const [first, last] = [dayLabel(created), dayLabel(created + FIRST_DAYS - 1)];
  const saves = days.flatMap((day) => (isCounted(day) && day.day >= first && day.day <= last ? (day.values.saves ?? []) : []));
  return saves.length === 0 ? null : saves.reduce((total, value) => total + value, 0);
}
