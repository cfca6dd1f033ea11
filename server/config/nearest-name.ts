/** The share of a name that may differ from the one that was meant. */
const MAX_DIFFERENT_SHARE = 0.25;

/**
 * The smallest number of letters to insert, delete, or replace that turns one text into another (Levenshtein distance), or `limit` if it is
 * at least that. It ends as soon as that is certain, because every start compares each variable of the environment with each setting.
 */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 0; row < one.length; row++) {
    const current = [row + 1];
    for (let column = 0; column < other.length; column++) {
      const replaced = (previous[column] ?? 0) + (one[row] === other[column] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    if (Math.min(...current) >= limit) return limit;
    previous = current;
  }
  return previous[other.length] ?? limit;
}

/** The name that a misspelled one probably means; null if none is close. */
export function nearestName<Name extends string>(name: string, names: readonly Name[]): Name | null {
  let nearest: Name | null = null;
  let nearestDistance = Math.max(1, Math.floor(name.length * MAX_DIFFERENT_SHARE)) + 1;
  for (const candidate of names) {
    const distance = editDistance(name, candidate, nearestDistance);
    if (distance >= nearestDistance) continue;
    nearest = candidate;
    nearestDistance = distance;
  }
  return nearest;
}
