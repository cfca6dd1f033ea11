/** A rectangle on the canvas, in the canvas's own pixels. */
export interface Selection {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

export const CANVAS = { width: 500, height: 750 } as const;
export const FIRST_SELECTION: Selection = { width: 300, height: 300, x: 100, y: 225 };
/** No side of the selection is shorter. */
export const SHORTEST = 20;

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

export const handleNames: Readonly<Record<Handle, string>> = {
  nw: 'top left',
  n: 'top',
  ne: 'top right',
  e: 'right',
  se: 'bottom right',
  s: 'bottom',
  sw: 'bottom left',
  w: 'left',
};

const between = (value: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, value)));

/** One direction of a rectangle: where it starts and how long it is. */
type Span = readonly [start: number, length: number];

const withStart = ([start, length]: Span, by: number): Span => {
  const end = start + length;
  const moved = between(start + by, 0, end - SHORTEST);
  return [moved, end - moved];
};

const withEnd = ([start, length]: Span, by: number, room: number): Span => [start, between(length + by, SHORTEST, room - start)];

/** The selection after a handle was pulled this far; the sides across stay, the canvas holds it, no side gets shorter than `SHORTEST`. */
export function resized(from: Selection, handle: Handle, right: number, down: number): Selection {
  let across: Span = [from.x, from.width];
  let along: Span = [from.y, from.height];
  if (handle.includes('w')) across = withStart(across, right);
  if (handle.includes('e')) across = withEnd(across, right, CANVAS.width);
  if (handle.includes('n')) along = withStart(along, down);
  if (handle.includes('s')) along = withEnd(along, down, CANVAS.height);
  return { x: across[0], width: across[1], y: along[0], height: along[1] };
}

/** The selection moved this far, as far as the canvas lets it. */
export const moved = (from: Selection, right: number, down: number): Selection => ({
  ...from,
  x: between(from.x + right, 0, CANVAS.width - from.width),
  y: between(from.y + down, 0, CANVAS.height - from.height),
});

/** `300 × 300 at 100, 225` */
export const selectionWords = ({ width, height, x, y }: Selection): string => `${width} × ${height} at ${x}, ${y}`;

const arrows = new Map<string, readonly [right: number, down: number]>([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/** How far a key moves: 1 pixel, with Shift 10; null for a key that moves nothing. */
export function stepOf(key: string, shift: boolean): readonly [right: number, down: number] | null {
  const arrow = arrows.get(key);
  if (!arrow) return null;
  const size = shift ? 10 : 1;
  return [arrow[0] * size, arrow[1] * size];
}
