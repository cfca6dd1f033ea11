import { classes } from '../ui/classes';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Badge } from '../ui/badge';
import { Screen } from '../ui/navigation/screen';
import { useEscape } from '../ui/use-window-event';
import {
  CANVAS_SIZE_PX,
  INITIAL_SELECTION,
  type Handle,
  handleDetails,
  handles,
  moveSelection,
  resizeSelection,
  type Selection,
  formatSelection,
  keyboardStep,
} from './selection';
import styles from './designer-screen.module.css';

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
