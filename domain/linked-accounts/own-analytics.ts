import { type Day, dayLabel, parseDay } from '#domain/days';
import type { OwnBoard, OwnPin } from '#domain/linked-accounts/account-reader';
import type { OwnBoards, OwnPinAnalytics } from '#domain/linked-accounts/contract';

/** The figures that Pinterest counts for an account, in the order in which they are shown. */
export const ownMetrics = ['impressions', 'saves', 'pin_clicks', 'outbound_clicks', 'engagements'] as const;
export type OwnMetric = (typeof ownMetrics)[number];

/** Figures of a day, a period, or a pin; null where Pinterest gives none. */
export type OwnValues = Readonly<Record<OwnMetric, number | null>>;

/** `estimate`: may still change; `processing`: not counted yet; `missing`: Pinterest has none, for example from before the account was a business account. */
export const dayStatuses = ['ready', 'estimate', 'processing', 'missing'] as const;
export type DayStatus = (typeof dayStatuses)[number];

/** What an account's figures may be split by. */
export const ownSplits = ['none', 'source', 'site', 'format', 'device', 'content'] as const;
export type OwnSplit = (typeof ownSplits)[number];

/** The days that Pinterest reaches back, the present one included: one fewer than its limit, because its day may not be ours. */
export const OWN_HISTORY_DAYS = 90;

/** The most pins whose saves are read for the results of saved keywords, the newest; each costs a request. */
export const MAX_RESULT_PINS = 25;

/** One day of an account. Values of a day that is processing or missing are null, whatever Pinterest sent. */
export type OwnDay = OwnPinAnalytics['days'][number];

/** Whether a day has figures. */
export const isCounted = ({ status }: Pick<OwnDay, 'status'>): boolean => status === 'ready' || status === 'estimate';

/** The sums of a period. */
function totalsOf(days: readonly OwnDay[], firstDay: Day, lastDay: Day) {
  const [first, last] = [dayLabel(firstDay), dayLabel(lastDay)];
  const counted = days.filter((day) => isCounted(day) && day.day >= first && day.day <= last);
  const sum = (metric: OwnMetric): number | null => {
    const known = counted.map(({ values }) => values[metric]).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return {
    firstDay: first,
    lastDay: last,
    totals: Object.fromEntries(ownMetrics.map((metric) => [metric, sum(metric)])) as OwnValues,
    /** Days of the period that have no figures. */
    daysWithout: lastDay - firstDay + 1 - counted.length,
  };
}

/**
 * The sums of the last `periodDays` days and of as many days before. Both end with days that are counted, so that days in processing make
 * neither smaller; the previous period is null where Pinterest does not reach back far enough. Null without any counted day.
 */
export function comparePeriods(days: readonly OwnDay[], periodDays: number) {
  const labels = days.filter(isCounted).map(({ day }) => day);
  const lastDay = parseDay(labels.toSorted().at(-1) ?? '');
  const oldestDay = parseDay(days.map(({ day }) => day).toSorted()[0] ?? '');
  if (lastDay === null || oldestDay === null) return null;
  const firstDay = Math.max(oldestDay, lastDay - periodDays + 1);
  const previousFirstDay = firstDay - periodDays;
  const previous = previousFirstDay < oldestDay ? null : totalsOf(days, previousFirstDay, firstDay - 1);
  return {
    current: totalsOf(days, firstDay, lastDay),
    previous: previous !== null && Object.values(previous.totals).every((value) => value === null) ? null : previous,
  };
}

/** How many of the impressions led to it, from 0 to 1; null for impressions themselves, and without any. */
export function rateOf(values: OwnValues, metric: OwnMetric): number | null {
  const { impressions, [metric]: count } = values;
  return metric === 'impressions' || count === null || impressions === null || impressions === 0 ? null : count / impressions;
}

/** How much a value changed, as a share of the one before; null if either is unknown, or there was nothing before. */
export const changeOf = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined || before === 0 ? null : (now - before) / before;

/** The boards with the results of the account's own pins, those with the most outbound clicks first. Pins without figures count nowhere. */
export function boardResults(boards: readonly OwnBoard[], pins: readonly OwnPin[]): OwnBoards['boards'] {
  const clicksByBoard = new Map<string, number[]>();
  for (const { board_id, values } of pins) {
    if (values.outbound_clicks === null) continue;
    const key = board_id ?? '';
    clicksByBoard.set(key, [...(clicksByBoard.get(key) ?? []), values.outbound_clicks]);
  }
  const sum = (clicks: readonly number[]) => clicks.reduce((total, count) => total + count, 0);
  const allClicks = sum([...clicksByBoard.values()].flat());
  return boards
    .map((board) => {
      const clicks = clicksByBoard.get(board.id) ?? [];
      const outbound_clicks = clicks.length === 0 ? null : sum(clicks);
      const outbound_share = outbound_clicks === null || allClicks === 0 ? null : outbound_clicks / allClicks;
      return { ...board, own_pins: clicks.length, outbound_clicks, outbound_share };
    })
    .toSorted((one, other) => (other.outbound_clicks ?? -1) - (one.outbound_clicks ?? -1) || other.pin_count - one.pin_count);
}
