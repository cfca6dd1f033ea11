import { growthPercent } from '#domain/analytics/growth/growth';
import { defaultMetricNouns } from '#domain/catalog/metrics';
import { pictureOf } from '#domain/catalog/picture';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, dayOf, shortDay } from '#domain/days';
import type { Email, EmailTableRow } from '#domain/mail/email';
import type { EmailContext } from '#domain/mail/emails';
import { lastMorning, optionalEmailLinks } from '#domain/mail/optional-emails';
import { formatCount, percentLabel } from '#domain/numbers';
import { entityPath } from '#domain/site/screens';

const DAYS_PER_WEEK = 7;

/** A watched entity with its readings. */
export interface WatchedSeries {
  readonly entity: EntityType;
  readonly entity_id: string;
  readonly title: string;
  readonly image_url: string | null;
  /** It is no longer found on Pinterest or in the catalog. */
  readonly is_gone: boolean;
  /** The days of its readings, ascending, at least from `firstReadDay` to the end of the week, with the counts of the default metric. */
  readonly days: readonly Day[];
  readonly counts: readonly (number | null)[];
}

/** The first and the last day of the week that ended before a Monday. */
const weekBefore = (monday: Day) => ({ firstDay: monday - DAYS_PER_WEEK, lastDay: monday - 1 });

/** A reading that a week is compared with is at most a week older than it, so that what happened long ago is no news. */
export const firstReadDay = (monday: Day): Day => monday - 2 * DAYS_PER_WEEK;

/** How an entity changed in a week: the newest reading of the week against the newest one before it. */
interface Change {
  readonly value: number;
  /** In percent. */
  readonly growth: number;
  readonly fromDay: Day;
  readonly toDay: Day;
}

/** The change in the week that ended before a Monday; null without a reading in the week, or without one in the week before it. */
export function changeInWeek({ days, counts }: Pick<WatchedSeries, 'days' | 'counts'>, monday: Day): Change | null {
  const { firstDay, lastDay } = weekBefore(monday);
  const newestIn = (from: Day, to: Day) => days.findLastIndex((day, index) => day >= from && day <= to && (counts[index] ?? null) !== null);
  const [newest, previous] = [newestIn(firstDay, lastDay), newestIn(firstReadDay(monday), firstDay - 1)];
  const [value, previousValue, toDay, fromDay] = [counts[newest], counts[previous], days[newest], days[previous]];
  if (value == null || previousValue == null || toDay === undefined || fromDay === undefined) return null;
  return { value, growth: growthPercent(value, previousValue), fromDay, toDay };
}

/** The weekly email has at most this many rows. */
const MAX_WEEKLY_ROWS = 10;

/** The Monday of the week in which a day lies; day 0 was a Thursday. */
export const mondayOf = (day: Day): Day => day - ((day + 3) % 7);

/** The last Monday whose email is due in a time zone: from its morning there on, and not before the UTC week is over. */
export const lastDueMonday = (now: Date, timeZone: string): Day => mondayOf(Math.min(lastMorning(now, timeZone), dayOf(now)));

type Mover = WatchedSeries & Change;

/** The entities whose change is visible with one decimal, the largest change first. What is gone is no mover. */
function moversOf(watched: readonly WatchedSeries[], monday: Day): readonly Mover[] {
  const size = ({ growth }: Mover) => Math.abs(growth);
  return watched
    .flatMap((entity): Mover[] => {
      const change = entity.is_gone ? null : changeInWeek(entity, monday);
      return change && change.growth !== 0 ? [{ ...entity, ...change }] : [];
    })
    .toSorted((a, b) => size(b) - size(a) || (a.entity_id < b.entity_id ? -1 : 1));
}

/** The parts of a row that every watched entity has. */
function toRow({ entity, entity_id, title, image_url }: WatchedSeries, { origin, imageHosts }: WeeklyEmailContext): EmailTableRow {
  const picture = pictureOf(image_url, imageHosts)?.src ?? null;
  return {
    title,
    url: `${origin}${entityPath(entity, entity_id)}`,
    image: picture?.startsWith('/') ? `${origin}${picture}` : picture,
    value: '',
    change: '',
  };
}

/** A row says its days where they are not those of the heading. */
function moverRow(mover: Mover, context: WeeklyEmailContext): EmailTableRow {
  const { monday, locale } = context;
  const { firstDay, lastDay } = weekBefore(monday);
  const { entity, value, growth, fromDay, toDay } = mover;
  const [one, many] = defaultMetricNouns[entity];
  const days =
    fromDay === firstDay - 1 && toDay === lastDay
      ? ''
      : ` (from ${shortDay(fromDay, fromDay, locale)} to ${shortDay(toDay, toDay, locale)})`;
  return { ...toRow(mover, context), value: `${formatCount(value, one, many, locale)}${days}`, change: percentLabel(growth, locale) };
}

/** A row of what is gone leads to the watchlists, since it may have no page. */
const goneRow = (gone: WatchedSeries, context: WeeklyEmailContext): EmailTableRow => ({
  ...toRow(gone, context),
  url: `${context.origin}/watchlists`,
  value: 'No longer found on Pinterest or in the catalog',
});

/** The parts of a weekly email that do not come from its movers. */
interface WeeklyEmailContext extends EmailContext {
  /** The token in the links that end the weekly emails. */
  readonly token: string;
  /** The email is about the week that ended before this Monday. */
  readonly monday: Day;
  /** The hosts that pictures may come from. */
  readonly imageHosts: readonly string[];
}

/**
 * The email with what moved in a user's watchlists in a week, and what of them is gone. Null if nothing moved: what is gone would come
 * again every week.
 */
export function weeklyEmail(context: WeeklyEmailContext, watched: readonly WatchedSeries[]): Email | null {
  const { origin, to, user_id, locale, token, monday } = context;
  const movers = moversOf(watched, monday);
  if (movers.length === 0) return null;
  const gone = watched.filter(({ is_gone }) => is_gone);
  const risingCount = movers.filter(({ growth }) => growth > 0).length;
  const counts = [
    [risingCount, 'rising'],
    [movers.length - risingCount, 'falling'],
    [gone.length, 'gone'],
  ] as const;
  const rows = [...movers.map((mover) => moverRow(mover, context)), ...gone.map((entity) => goneRow(entity, context))];
  const hiddenMovers = Math.max(movers.length - MAX_WEEKLY_ROWS, 0);
  const hiddenGone = Math.max(rows.length - MAX_WEEKLY_ROWS, 0) - hiddenMovers;
  const after = [
    ...(hiddenMovers > 0 ? [`And ${formatCount(hiddenMovers, 'smaller change', 'smaller changes', locale)}.`] : []),
    ...(hiddenGone > 0 ? [`${hiddenGone} more gone.`] : []),
  ];
  const { firstDay, lastDay } = weekBefore(monday);
  return {
    kind: 'weekly',
    to,
    user_id,
    subject: `Your watchlists this week: ${counts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count} ${word}`)
      .join(', ')}`,
    paragraphs: [
      `This moved most in your watchlists from ${shortDay(firstDay, firstDay, locale)} to ${shortDay(lastDay, lastDay, locale)} (UTC).`,
    ],
    rows: rows.slice(0, MAX_WEEKLY_ROWS),
    action: { label: 'Open my watchlists', url: `${origin}/watchlists` },
    ...(after.length > 0 ? { after } : {}),
    unsubscribe: { ...optionalEmailLinks(origin, token), reason: 'you switched on the weekly email' },
  };
}
