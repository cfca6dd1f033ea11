const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const UNIT_FACTOR = 1000;

/** A size as `640 B`, `12.4 MB`, or `1.2 GB`. */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= UNIT_FACTOR - 0.05 && unit < units.length - 1) {
    value /= UNIT_FACTOR;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ''}`;
}
