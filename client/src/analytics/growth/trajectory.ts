import { type Metric, type Period, periodDays } from '#domain/catalog/metrics';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { dayLabel, dayOf, parseDay } from '#domain/days';
import type { EntityType } from '#domain/catalog/variants';
import { api } from '../../api/api';

const emptySeries: TimeSeries = { x: [], y: [] };

/** Loads the whole time series of an entity's metric from the detail endpoint; empty if it has none. */
export const fetchSeries: Record<EntityType, (id: string, metric: Metric, signal: AbortSignal) => Promise<TimeSeries>> = {
  board: async (id, metric, signal) => {
    const { followers, collaborators, pins } = (await api('GET /boards/:id', { params: { id }, signal })).time_series;
    return metric === 'follower_count' ? followers : metric === 'collaborator_count' ? collaborators : pins;
  },
  pinner: async (id, metric, signal) => {
    const { followers, monthly_viewers: viewers } = (await api('GET /pinners/:id', { params: { id }, signal })).time_series;
    return metric === 'follower_count' ? followers : metric === 'profile_views' ? viewers : emptySeries;
  },
  pin: async (id, metric, signal) => {
    const { time_series, pinner } = await api('GET /pins/:id', { params: { id }, signal });
    if (metric !== 'follower_count') return metric === 'saves' ? time_series.saves : time_series.repins;
    return pinner?._id ? fetchSeries.pinner(pinner._id, metric, signal) : emptySeries;
  },
};

/** The part of a series within the period before its latest day. */
export function lastDaysOf(series: TimeSeries, period: Period): TimeSeries {
  const latest = parseDay(series.x.at(-1) ?? '');
  if (latest === null) return emptySeries;
  const from = dayLabel(latest - periodDays[period]);
  const start = series.x.findIndex((day) => day >= from);
  return { x: series.x.slice(start), y: series.y.slice(start) };
}

/** Has the series enough values for a line? */
export const hasLine = (series: TimeSeries): boolean => series.y.filter((value) => value !== null).length >= 2;

/** The specified sample values before the current one, for metrics without a series. */
const SAMPLE_VALUES = [45, 52, 48] as const;
const SAMPLE_CURRENT_VALUE = 58;

/** A sample series up to the current value, spread over the period. Label it as illustrative. */
export function illustrativeLine(current: number | null, period: Period, today: Date): TimeSeries {
  const y = [...SAMPLE_VALUES, current ?? SAMPLE_CURRENT_VALUE];
  const step = periodDays[period] / (y.length - 1);
  return { x: y.map((_, index) => dayLabel(dayOf(today) - Math.round((y.length - 1 - index) * step))), y };
}
