/** x log x, 0 at 0. */
const xLogX = (x: number): number => (x > 0 ? x * Math.log(x) : 0);

/**
 * The log-likelihood ratio of two keywords (Dunning 1993): how surprising it is that `common` of `total` pins have both, if `first` pins
 * have the one and `second` the other. 0 if they occur together as often as chance says.
 */
export function logLikelihoodRatio(common: number, first: number, second: number, total: number): number {
  const [onlyFirst, onlySecond] = [first - common, second - common];
  const neither = total - first - second + common;
  const cells = xLogX(common) + xLogX(onlyFirst) + xLogX(onlySecond) + xLogX(neither);
  const margins = xLogX(first) + xLogX(total - first) + xLogX(second) + xLogX(total - second);
  return Math.max(0, 2 * (cells - margins + xLogX(total)));
}

/** Do pins have both keywords more often than chance says? */
export const occurTogether = (common: number, first: number, second: number, total: number): boolean => common * total > first * second;
