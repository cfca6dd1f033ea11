import { type Day, dayLabel } from '#domain/days';
import { formatDay, formatMonth } from '../format';

/** Longer axes have labels with month and year. */
const MONTH_LABELS_FROM_DAYS = 300;
const MAX_MONTH_DAYS = 31;

const hasMonths = (spanDays: number): boolean => spanDays > MONTH_LABELS_FROM_DAYS;

/** The number of equal steps between the labels of an axis: so few that no two labels are equal. */
export const axisSteps = (spanDays: number, maxLabels: number): number =>
  Math.max(1, Math.min(maxLabels - 1, Math.floor(spanDays / (hasMonths(spanDays) ? MAX_MONTH_DAYS : 1))));

/** `Mar 3` on an axis, `Mar 3, 2025` in another year than the present one, and `Mar 2025` on a long axis. */
export const axisLabel = (day: Day, spanDays: number): string => (hasMonths(spanDays) ? formatMonth : formatDay)(dayLabel(day));

/** The days of an axis that have a label. */
export function labeledDays(firstDay: Day, lastDay: Day, maxLabels: number): readonly Day[] {
  const spanDays = lastDay - firstDay;
  if (spanDays <= 0) return [firstDay];
  const steps = axisSteps(spanDays, maxLabels);
  return Array.from({ length: steps + 1 }, (_, index) => Math.round(firstDay + (index * spanDays) / steps));
}
