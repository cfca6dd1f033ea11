import { type KeyboardEvent, type MouseEvent, type PointerEvent, type Ref, useRef } from 'react';
import type { Day } from '#domain/days';
import { indexAfterKey, nearestIndex, type Plot } from './plot';

/** A shorter way of the pointer is a click. */
const MIN_DRAG_PX = 4;

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
  /** Called with the place of a clicked day. */
  readonly onPick?: (index: number) => void;
  /** Called with the places of two days while a mouse is dragged. */
  readonly onDrag?: (start: number, end: number) => void;
  readonly onDoubleClick?: () => void;
  /** Returns whether the key did something; it is then no shortcut of the page. */
  readonly onKey?: (key: string) => boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Lies over a chart and chooses days of it by the pointer and the keys. */
export function DayPointer({ name, points, plot, index, valueText, onMove, onPick, onDrag, onDoubleClick, onKey, ref }: DayPointerProps) {
  const pressed = useRef<{ readonly xPx: number; readonly index: number } | null>(null);
  const wasDragged = useRef(false);
  const indexAt = ({ clientX, currentTarget }: MouseEvent): number | null =>
    plot && nearestIndex(plot, points, clientX - currentTarget.getBoundingClientRect().left);
  const press = (event: PointerEvent) => {
    const at = indexAt(event);
    wasDragged.current = false;
    if (!onDrag || at === null || event.pointerType !== 'mouse' || event.button !== 0) return;
    pressed.current = { xPx: event.clientX, index: at };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const follow = (event: PointerEvent) => {
    const at = indexAt(event);
    if (at === null) return;
    onMove(at);
    if (!pressed.current || Math.abs(event.clientX - pressed.current.xPx) < MIN_DRAG_PX) return;
    wasDragged.current = true;
    onDrag?.(pressed.current.index, at);
  };
  const click = (event: MouseEvent) => {
    const at = indexAt(event);
    if (at !== null && !wasDragged.current) onPick?.(at);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = indexAfterKey(event, points, index);
    if (target !== null) onMove(target);
    else if (event.shiftKey || !onKey?.(event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      ref={ref}
      className="cover rounded"
      style={{ touchAction: 'pan-y' }}
      // An input cannot follow the pointer.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={`${name} by day`}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={index}
      aria-valuetext={valueText}
      onKeyDown={pressKey}
      onFocus={() => onMove(index)}
      onBlur={() => onMove(null)}
      onPointerDown={press}
      onPointerMove={follow}
      onPointerUp={() => (pressed.current = null)}
      onPointerCancel={() => (pressed.current = null)}
      onPointerLeave={() => onMove(null)}
      onClick={click}
      onDoubleClick={onDoubleClick}
    />
  );
}
