import { classes } from '../ui/classes';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Badge } from '../ui/badge';
import { Screen } from '../ui/navigation/screen';
import { useEscape } from '../ui/use-window-event';
import styles from './designer-screen.module.css';

/** A rectangle in the canvas's own pixels. */
export interface Selection {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

export const CANVAS_SIZE_PX = { width: 500, height: 750 } as const;
export const INITIAL_SELECTION: Selection = { width: 300, height: 300, x: 100, y: 225 };
const MIN_SIDE_PX = 20;

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

/** The name of each handle, its place on the selection, and its cursor. */
export const handleDetails = {
  nw: { name: 'top left', left: 0, top: 0, cursor: 'nwse-resize' },
  n: { name: 'top', left: '50%', top: 0, cursor: 'ns-resize' },
  ne: { name: 'top right', left: '100%', top: 0, cursor: 'nesw-resize' },
  e: { name: 'right', left: '100%', top: '50%', cursor: 'ew-resize' },
  se: { name: 'bottom right', left: '100%', top: '100%', cursor: 'nwse-resize' },
  s: { name: 'bottom', left: '50%', top: '100%', cursor: 'ns-resize' },
  sw: { name: 'bottom left', left: 0, top: '100%', cursor: 'nesw-resize' },
  w: { name: 'left', left: 0, top: '50%', cursor: 'ew-resize' },
} as const satisfies Record<Handle, object>;

const clampRounded = (value: number, min: number, max: number): number => Math.round(Math.min(max, Math.max(min, value)));

/** A rectangle's start and length along one axis. */
type Extent = readonly [start: number, length: number];

const moveStart = ([start, length]: Extent, by: number): Extent => {
  const end = start + length;
  const newStart = clampRounded(start + by, 0, end - MIN_SIDE_PX);
  return [newStart, end - newStart];
};

const moveEnd = ([start, length]: Extent, by: number, maxEnd: number): Extent => [
  start,
  clampRounded(length + by, MIN_SIDE_PX, maxEnd - start),
];

/** The selection after dragging a handle; it stays on the canvas and keeps the minimum side. */
export function resizeSelection(from: Selection, handle: Handle, right: number, down: number): Selection {
  let across: Extent = [from.x, from.width];
  let along: Extent = [from.y, from.height];
  if (handle.includes('w')) across = moveStart(across, right);
  if (handle.includes('e')) across = moveEnd(across, right, CANVAS_SIZE_PX.width);
  if (handle.includes('n')) along = moveStart(along, down);
  if (handle.includes('s')) along = moveEnd(along, down, CANVAS_SIZE_PX.height);
  return { x: across[0], width: across[1], y: along[0], height: along[1] };
}

/** The selection after moving it; it stays on the canvas. */
export const moveSelection = (from: Selection, right: number, down: number): Selection => ({
  ...from,
  x: clampRounded(from.x + right, 0, CANVAS_SIZE_PX.width - from.width),
  y: clampRounded(from.y + down, 0, CANVAS_SIZE_PX.height - from.height),
});

/** `300 × 300 at 100, 225` */
export const formatSelection = ({ width, height, x, y }: Selection): string => `${width} × ${height} at ${x}, ${y}`;

const arrowDirections = new Map<string, readonly [right: number, down: number]>([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/** The distance that a key moves: 1 pixel, with Shift 10; null for other keys. */
export function keyboardStep(key: string, shift: boolean): readonly [right: number, down: number] | null {
  const arrow = arrowDirections.get(key);
  if (!arrow) return null;
  const size = shift ? 10 : 1;
  return [arrow[0] * size, arrow[1] * size];
}

/** What is dragged: a handle, or the whole selection. */
type Grip = Handle | 'all';

interface Drag {
  readonly grip: Grip;
  readonly from: Selection;
  readonly pointerStart: { readonly x: number; readonly y: number };
}

const applyDrag = (grip: Grip, from: Selection, right: number, down: number): Selection =>
  grip === 'all' ? moveSelection(from, right, down) : resizeSelection(from, grip, right, down);

const percentOf = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** `/designer`: a sample image with a resizable selection. A prototype: nothing is saved. */
export function DesignerScreen() {
  const canvas = useRef<HTMLDivElement>(null);
  const { selection, gripProps } = useSelection(canvas);
  const box: CSSProperties = {
    left: percentOf(selection.x, CANVAS_SIZE_PX.width),
    top: percentOf(selection.y, CANVAS_SIZE_PX.height),
    width: percentOf(selection.width, CANVAS_SIZE_PX.width),
    height: percentOf(selection.height, CANVAS_SIZE_PX.height),
  };
  return (
    <Screen className={classes('stack to-start gap-4', styles.screen)}>
      <p className={styles.label}>
        <Badge isPlain>Prototype – nothing is saved</Badge>
      </p>
      <div className={classes('relative raised clip', styles.canvas)} ref={canvas}>
        <img
          className="block full"
          src="/sample-pin.svg"
          alt="Sample: a shelf with plants above a title"
          width={CANVAS_SIZE_PX.width}
          height={CANVAS_SIZE_PX.height}
          draggable={false}
        />
        <div className={styles.selection} style={box} data-testid="designer-selection">
          <button type="button" className={classes('bare cover full', styles.move)} aria-label="Move the selection" {...gripProps('all')} />
          {handles.map((handle) => {
            const { name, ...place } = handleDetails[handle];
            return (
              <button
                key={handle}
                type="button"
                className={classes('bare', styles.handle)}
                style={place}
                aria-label={`Resize, ${name}`}
                data-testid={`handle-${handle}`}
                {...gripProps(handle)}
              />
            );
          })}
        </div>
      </div>
      <output className="number strong">{formatSelection(selection)}</output>
      <p className="caption">
        Drag the frame or its handles. With the keyboard, arrows move by 1 pixel, with Shift by 10. Esc cancels a drag.
      </p>
    </Screen>
  );
}

/** The selection's state, and the props of its grips: they react to the pointer and the arrow keys. Esc cancels a drag. */
function useSelection(canvas: React.RefObject<HTMLElement | null>) {
  const [selection, setSelection] = useState(INITIAL_SELECTION);
  const [drag, setDrag] = useState<Drag | null>(null);
  useEscape(drag !== null, () => {
    if (drag) setSelection(drag.from);
    setDrag(null);
  });
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    // The canvas may be displayed smaller than its size.
    const scale = CANVAS_SIZE_PX.width / (canvas.current?.getBoundingClientRect().width || CANVAS_SIZE_PX.width);
    setSelection(
      applyDrag(drag.grip, drag.from, (event.clientX - drag.pointerStart.x) * scale, (event.clientY - drag.pointerStart.y) * scale),
    );
  };
  const gripProps = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ grip, from: selection, pointerStart: { x: event.clientX, y: event.clientY } });
    },
    onPointerMove,
    onPointerUp: () => setDrag(null),
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: KeyboardEvent) => {
      const step = keyboardStep(event.key, event.shiftKey);
      if (!step) return;
      event.preventDefault();
      setSelection((current) => applyDrag(grip, current, ...step));
    },
  });
  return { selection, gripProps };
}
