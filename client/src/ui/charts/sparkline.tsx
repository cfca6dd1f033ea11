import { classes } from '../classes';
import type { MouseEvent } from 'react';
import styles from './sparkline.module.css';

/** The width and height of a line in pixels. */
const sizes = { normal: [88, 28], small: [80, 24] } as const;
/** Half of the line's width. */
const EDGE_PX = 2;

/** The most unknown points that a line bridges: those between two weekly readings. */
const MAX_JOINED_GAP = 2;

/** The SVG path of a line through the points, broken where more are unknown; a constant line runs in the middle. */
export function sparklinePath(points: readonly (number | null)[], [widthPx, heightPx]: readonly [number, number] = sizes.normal): string {
  const known = points.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const values = known.map(({ value }) => value);
  const minValue = Math.min(...values);
  const valueRange = Math.max(...values) - minValue;
  const stepPx = (widthPx - 2 * EDGE_PX) / Math.max(1, points.length - 1);
  const isJoined = (from: number, to: number) => to - from - 1 <= MAX_JOINED_GAP;
  const commands = known.map(({ value, index }, order) => {
    const share = valueRange === 0 ? 0.5 : (value - minValue) / valueRange;
    const position = `${(EDGE_PX + index * stepPx).toFixed(1)} ${(heightPx - EDGE_PX - share * (heightPx - 2 * EDGE_PX)).toFixed(1)}`;
    const [before, after] = [known[order - 1], known[order + 1]];
    if (before && isJoined(before.index, index)) return `L${position}`;
    // A point between gaps is a dot.
    return after && isJoined(index, after.index) ? `M${position}` : `M${position}h0`;
  });
  return commands.join('');
}

interface SparklineProps {
  readonly points: readonly (number | null)[];
  readonly isSmall?: boolean;
  /** Its readings in words, which show while the pointer is on it. */
  readonly text?: string | null | undefined;
}

const openRow = ({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>): void =>
  void currentTarget.closest('tr')?.querySelector('th a')?.dispatchEvent(new window.MouseEvent('click', nativeEvent));

/** A small line of the latest points; without words, hidden from screen readers. */
export function Sparkline({ points, isSmall = false, text }: SparklineProps) {
  const size = isSmall ? sizes.small : sizes.normal;
  const line = (
    <svg
      viewBox={`0 0 ${size[0]} ${size[1]}`}
      width={size[0]}
      height={size[1]}
      className={styles.chart}
      aria-hidden="true"
      data-testid="sparkline"
    >
      {points.length > 1 && <path className={styles.line} d={sparklinePath(points, size)} />}
    </svg>
  );
  if (!text) return line;
  return (
    // It lies above the link of its row to know of the pointer, and hands clicks on to it. An img element cannot contain the line.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <span className={classes('relative', styles.described)} role="img" aria-label={text} data-text={text} onClick={openRow}>
      {line}
    </span>
  );
}
