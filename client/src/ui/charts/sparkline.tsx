import styles from './sparkline.module.css';

const WIDTH_PX = 88;
const HEIGHT_PX = 28;
/** Half of the line's width. */
const EDGE_PX = 2;

/** The SVG path of a line through the points; a constant line runs in the middle. */
export function sparklinePath(points: readonly number[]): string {
  const minValue = Math.min(...points);
  const valueRange = Math.max(...points) - minValue;
  const stepPx = (WIDTH_PX - 2 * EDGE_PX) / Math.max(1, points.length - 1);
  const coordinates = points.map((point, index) => {
    const share = valueRange === 0 ? 0.5 : (point - minValue) / valueRange;
    return `${(EDGE_PX + index * stepPx).toFixed(1)} ${(HEIGHT_PX - EDGE_PX - share * (HEIGHT_PX - 2 * EDGE_PX)).toFixed(1)}`;
  });
  return `M${coordinates.join('L')}`;
}

/** A small line of the latest points, hidden from screen readers. */
export function Sparkline({ points }: { readonly points: readonly number[] }) {
  return (
    <svg viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden="true" data-testid="sparkline">
      {points.length > 1 && <path className={styles.line} d={sparklinePath(points)} />}
    </svg>
  );
}
