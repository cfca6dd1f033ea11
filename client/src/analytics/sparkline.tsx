const WIDTH = 88;
const HEIGHT = 28;
/** Room for half the line's width at the edges. */
const EDGE = 2;

/** The way of a line through the points, the smallest at the bottom; a line that does not change runs in the middle. */
export function wayOf(points: readonly number[]): string {
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, points.length - 1);
  const placed = points.map((point, index) => {
    const share = span === 0 ? 0.5 : (point - low) / span;
    return `${(EDGE + index * step).toFixed(1)} ${(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)).toFixed(1)}`;
  });
  return `M${placed.join('L')}`;
}

/** The last points of a series as a small line beside the number that says the same; never read aloud. */
export function Sparkline({ points }: { readonly points: readonly number[] }) {
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true" data-testid="sparkline">
      {points.length > 1 && <path d={wayOf(points)} />}
    </svg>
  );
}
