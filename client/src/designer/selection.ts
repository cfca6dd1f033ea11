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
