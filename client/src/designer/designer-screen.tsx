import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Screen } from '../ui/navigation/screen';
import { useEscape } from '../ui/use-escape';
import {
  CANVAS_SIZE_PX,
  INITIAL_SELECTION,
  type Handle,
  handleNames,
  handles,
  moveSelection,
  resizeSelection,
  type Selection,
  formatSelection,
  keyboardStep,
} from './selection';
import '../styles/designer.css';

/** What is pulled at: a handle, or the selection as a whole. */
type Grip = Handle | 'all';

interface Drag {
  readonly grip: Grip;
  readonly from: Selection;
  readonly pointerStart: { readonly x: number; readonly y: number };
}

const applyDrag = (grip: Grip, from: Selection, right: number, down: number): Selection =>
  grip === 'all' ? moveSelection(from, right, down) : resizeSelection(from, grip, right, down);

const percentOf = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** `/designer`: a picture and a selection on it. A prototype: nothing is kept. */
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
    <Screen className="designer">
      <p>
        <span className="badge badge--plain">Prototype – nothing is saved</span>
      </p>
      <div className="designer__canvas" ref={canvas}>
        <img
          src="/sample-pin.svg"
          alt="Sample: a shelf with plants above a title"
          width={CANVAS_SIZE_PX.width}
          height={CANVAS_SIZE_PX.height}
          draggable={false}
        />
        <div className="designer__selection" style={box} data-testid="designer-selection">
          <button type="button" className="designer__move" aria-label="Move the selection" {...gripProps('all')} />
          {handles.map((handle) => (
            <button
              key={handle}
              type="button"
              className={`designer__handle designer__handle--${handle}`}
              aria-label={`Resize, ${handleNames[handle]}`}
              data-testid={`handle-${handle}`}
              {...gripProps(handle)}
            />
          ))}
        </div>
      </div>
      <output>{formatSelection(selection)}</output>
      <p className="caption">
        Drag the frame or its handles. With the keyboard: arrows move by 1 pixel, with Shift by 10; Esc takes a drag back.
      </p>
    </Screen>
  );
}

/** The selection, and what makes an element a grip of it: pointer and arrow keys. Esc takes back the drag under way. */
function useSelection(canvas: React.RefObject<HTMLElement | null>) {
  const [selection, setSelection] = useState(INITIAL_SELECTION);
  const [drag, setDrag] = useState<Drag | null>(null);
  useEscape(drag !== null, () => {
    if (drag) setSelection(drag.from);
    setDrag(null);
  });
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    // The canvas may be drawn smaller than it is.
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
      setSelection((before) => applyDrag(grip, before, ...step));
    },
  });
  return { selection, gripProps };
}
