import { type Metric, type Period, periodDays } from '#domain/catalog/metrics';
import type { TimeSeries } from '#domain/catalog/detail-contract';
import { dayLabel, dayOf, parseDay } from '#domain/days';
import type { EntityType } from '#domain/catalog/variants';
import { api } from '../../api/api';

const emptySeries: TimeSeries = { x: [], y: [] };

/** The series of an entity that its page shows for this metric; empty where it shows none. */
const fetchSeriesByEntity: Record<EntityType, (id: string, metric: Metric, signal: AbortSignal) => Promise<TimeSeries>> = {
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
    return pinner?._id ? fetchSeriesByEntity.pinner(pinner._id, metric, signal) : emptySeries;
  },
};

/** Asks for the whole series of an entity's metric. */
export const fetchSeries = (entity: EntityType, id: string, metric: Metric, signal: AbortSignal): Promise<TimeSeries> =>
  fetchSeriesByEntity[entity](id, metric, signal);

/** The last days of a series, back from its newest one. */
export function lastDaysOf(series: TimeSeries, period: Period): TimeSeries {
  const newest = parseDay(series.x.at(-1) ?? '');
  if (newest === null) return emptySeries;
  const from = dayLabel(newest - periodDays[period]);
  const start = series.x.findIndex((day) => day >= from);
  return { x: series.x.slice(start), y: series.y.slice(start) };
}

/** Are there days enough for a line? */
export const hasLine = (series: TimeSeries): boolean => series.y.filter((value) => value !== null).length >= 2;

/** The figures that stand in where no series is known, before the present value. */
const SAMPLE_VALUES = [45, 52, 48] as const;
const SAMPLE_CURRENT_VALUE = 58;

/** A made-up line up to the present value, spread over the period; to be shown as such. */
export function illustrativeLine(current: number | null, period: Period, today: Date): TimeSeries {
  const y = [...SAMPLE_VALUES, current ?? SAMPLE_CURRENT_VALUE];
  const step = periodDays[period] / (y.length - 1);
  return { x: y.map((_, index) => dayLabel(dayOf(today) - Math.round((y.length - 1 - index) * step))), y };
}
