/** One shape per line, so that lines are told apart without color: circle, triangle, square, diamond, cross. */
const shapes = [
  'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z',
  'M0-6L6 5H-6Z',
  'M-5-5H5V5H-5Z',
  'M0-7L7 0L0 7L-7 0Z',
  'M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z',
];

/** How many lines have a shape and a color of their own. */
const MAX_MARKED_LINES = shapes.length;

/** The color of a line by its place; its shapes are filled and its strokes drawn in it. */
export const lineColor = (index: number): string => `var(--category-${(index % MAX_MARKED_LINES) + 1})`;

/** The shape of a line at a place in an SVG. */
export const MarkShape = ({ index, x, y }: { readonly index: number; readonly x: number; readonly y: number }) => (
  <path
    fill="currentcolor"
    stroke="var(--surface)"
    d={shapes[index % MAX_MARKED_LINES]}
    transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
  />
);

/** The shape of a line beside its name. */
export const LineMark = ({ index }: { readonly index: number }) => (
  <svg className="fixed" color={lineColor(index)} width={14} height={14} viewBox="-8 -8 16 16" aria-hidden="true">
    <MarkShape index={index} x={0} y={0} />
  </svg>
);
