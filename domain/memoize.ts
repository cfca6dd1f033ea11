/** Caches the results of a function. The cache is cleared at `maxEntries`, so that ever new inputs do not fill the memory. */
export function memoize<T extends object | string | number | boolean | null, K extends string | number = string>(
  compute: (key: K) => T,
  maxEntries: number,
): (key: K) => T {
  const results = new Map<K, T>();
  return (key) => {
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const result = compute(key);
    if (results.size >= maxEntries) results.clear();
    results.set(key, result);
    return result;
  };
}
