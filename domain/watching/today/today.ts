import { growthPercent, isGrowthOld } from '#domain/analytics/growth/growth';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** How many rows a block of the page shows. */
export const MAX_TODAY_ROWS = 5;

/** Saved keywords come first where the day to publish by is at most this far ahead. */
export const PUBLISH_SOON_DAYS = 30;

/** How many days back changes can be counted, and are by default. */
export const MAX_DAYS_BACK = 30;
const DEFAULT_DAYS_BACK = 7;

/** The day from which changes are counted: the one that was asked for, if it is in the last thirty days, else a week ago. */
export const sinceDay = (today: Day, asked: Day | null): Day =>
  asked !== null && asked < today && asked >= today - MAX_DAYS_BACK ? asked : today - DEFAULT_DAYS_BACK;

/** The readings of something watched, around the day from which changes are counted. */
export interface WatchedReadings {
  readonly entity: EntityType;
  readonly entity_id: string;
  /** The title as it was stored first, for what left the catalog. */
  readonly title: string;
  readonly is_gone: boolean;
  /** The last reading on that day or before. */
  readonly before: number | null;
  readonly current: number | null;
  /** The day of the current one. */
  readonly read_on: Day | null;
  /** The growth over 90 days in percent. */
  readonly growth: number | null;
}

/** The changes of a watched entity since a day. */
export interface WatchedChange extends WatchedReadings {
  /** In percent; null without a later reading, or without one before. */
  readonly change: number | null;
}

/** How what is watched has changed. */
interface ChangeCounts {
  readonly rising: number;
  readonly falling: number;
  readonly unchanged: number;
  readonly unknown: number;
  /** Over 90 days: those that were not read in these. */
  readonly old: number;
  readonly gone: number;
}

/** The change of each item since a day. */
export const changesSince = (readings: readonly WatchedReadings[], since: Day): WatchedChange[] =>
  readings.map((one) => {
    const { before, current, read_on, is_gone } = one;
    const isKnown = !is_gone && before !== null && current !== null && read_on !== null && read_on > since;
    return { ...one, change: isKnown ? growthPercent(current, before) : null };
  });

const GROWTH_DAYS = 90;

type Changed = Pick<WatchedChange, 'change' | 'growth' | 'read_on' | 'is_gone'>;

/** Counts changes by their direction; growth over 90 days where nothing was read since the day. */
export function countChanges(changes: readonly Changed[], today: Day): ChangeCounts & { readonly isOver90Days: boolean } {
  const isOver90Days = changes.every(({ change }) => change === null);
  const present = changes.filter(({ is_gone }) => !is_gone);
  const isOld = ({ growth, read_on }: Changed) => isOver90Days && growth !== null && isGrowthOld(read_on, today, GROWTH_DAYS);
  const counts = present.filter((one) => !isOld(one)).map(({ change, growth }) => (isOver90Days ? growth : change));
  const count = (holds: (change: number) => boolean) => counts.filter((change) => change !== null && holds(change)).length;
  return {
    isOver90Days,
    rising: count((change) => change > 0),
    falling: count((change) => change < 0),
    unchanged: count((change) => change === 0),
    unknown: counts.filter((change) => change === null).length,
    old: present.length - counts.length,
    gone: changes.length - present.length,
  };
}

/** What moved most: by the change since the day, then by growth over 90 days, then by id. What is gone comes last. */
export function topMovers(changes: readonly WatchedChange[]): readonly WatchedChange[] {
  const size = (value: number | null) => (value === null ? -1 : Math.abs(value));
  return changes
    .toSorted(
      (a, b) =>
        Number(a.is_gone) - Number(b.is_gone) ||
        size(b.change) - size(a.change) ||
        size(b.growth) - size(a.growth) ||
        (a.entity_id < b.entity_id ? -1 : 1),
    )
    .slice(0, MAX_TODAY_ROWS);
}

/** The pins of the catalog that are a user's own. */
export interface OwnPins {
  readonly pins: number;
  /** The known saves together; null if none are known. */
  readonly saves: number | null;
  /** The ids of the most saved ones. */
  readonly top: readonly string[];
  /** The influencer that they belong to, or most of them. */
  readonly pinner: string | null;
}

/** A user's linked accounts: how many, and the websites that they name, the oldest account first. */
export interface LinkedSites {
  readonly accounts: number;
  readonly websites: readonly string[];
}

/** Which keywords are looked for: those with the words of a topic, and with `isRelated` also those that a topic's keyword is related to. */
export interface TopicKeywordSearch {
  /** The folded words of each topic, and its key as a keyword. */
  readonly words: readonly (readonly string[])[];
  readonly keys: readonly string[];
  readonly isRelated: boolean;
}
