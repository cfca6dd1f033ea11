import { useState } from 'react';
import { measureBetween, type MeasuredChange } from '#domain/analytics/growth/chart/measure';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';

/** What is read and measured on a line. */
export interface Measuring {
  /** The index of the shown reading. */
  readonly index: number;
  /** The reading under the pointer or the focus. */
  readonly active: DayPoint | undefined;
  /** The reading that was fixed first. */
  readonly start: DayPoint | undefined;
  /** The change from the fixed reading to the second one, or to the active one before there is one. */
  readonly measure: MeasuredChange | null;
  /** Whether the second reading is fixed too. */
  readonly isFixed: boolean;
  readonly move: (index: number | null) => void;
  /** Fixes a reading: the first one, or the second of a measure. */
  readonly pick: (index: number) => void;
  readonly span: (start: number, end: number) => void;
  readonly clear: () => void;
}

/** The reading that follows the pointer, and the two readings between which is measured. */
export function useMeasure(points: readonly DayPoint[]): Measuring {
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const [startDay, setStartDay] = useState<number | null>(null);
  const [endDay, setEndDay] = useState<number | null>(null);
  const fixedIndex = points.findIndex(({ day }) => day === (endDay ?? startDay));
  const index = Math.min(activeIndex ?? (fixedIndex === -1 ? points.length - 1 : fixedIndex), points.length - 1);
  const start = points.find(({ day }) => day === startDay);
  const end = points.find(({ day }) => day === endDay);
  const active = activeIndex === null ? undefined : points[index];
  const second = end ?? active;
  const span = (from: number, to: number) => {
    setStartDay(points[from]?.day ?? null);
    setEndDay(points[to]?.day ?? null);
  };
  const clear = () => {
    setStartDay(null);
    setEndDay(null);
  };
  const pick = (picked: number) => {
    const day = points[picked]?.day ?? null;
    if (!start || end) {
      setStartDay(day);
      setEndDay(null);
    } else if (day === startDay) clear();
    else setEndDay(day);
  };
  const measure = start && second ? measureBetween(start, second) : null;
  return { index, active, start, measure, isFixed: measure !== null && end !== undefined, move: setActiveIndex, pick, span, clear };
}
