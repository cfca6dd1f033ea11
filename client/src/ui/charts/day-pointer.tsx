import type { KeyboardEvent, PointerEvent } from 'react';
import type { Day } from '#domain/days';
import { indexAfterKey, nearestIndex, type Plot } from './plot';
import styles from './day-pointer.module.css';

interface DayPointerProps {
  readonly name: string;
  /** The days to choose from, oldest first. */
  readonly points: readonly { readonly day: Day }[];
  /** Null before the chart is drawn. */
  readonly plot: Plot | null;
  /** The place of the chosen day. */
  readonly index: number;
  /** The readings of the chosen day, for screen readers. */
  readonly valueText: string;
  /** Gets the place of another day, or null when the pointer or the focus leaves. */
  readonly onMove: (index: number | null) => void;
}

/** Lies over a chart and chooses a day of it by the pointer and the arrow keys. */
export function DayPointer({ name, points, plot, index, valueText, onMove }: DayPointerProps) {
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    if (plot) onMove(nearestIndex(plot, points, clientX - currentTarget.getBoundingClientRect().left));
  };
  const move = (event: KeyboardEvent) => {
    const target = indexAfterKey(event, points, index);
    if (target === null) return;
    event.preventDefault();
    onMove(target);
  };
  return (
    <div
      className={styles.pointer}
      // An input cannot follow the pointer.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={`${name} by day`}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={index}
      aria-valuetext={valueText}
      onKeyDown={move}
      onFocus={() => onMove(index)}
      onBlur={() => onMove(null)}
      onPointerMove={follow}
      onPointerLeave={() => onMove(null)}
    />
  );
}
