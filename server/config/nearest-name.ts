import { editDistance } from '#domain/catalog/keywords/fuzzy-match';

/** The share of a name that may differ from the one that was meant. */
const MAX_DIFFERENT_SHARE = 0.25;

/** The name that a misspelled one probably means; null if none is close. */
export function nearestName<Name extends string>(name: string, names: readonly Name[]): Name | null {
  let nearest: Name | null = null;
  let nearestDistance = Math.max(1, Math.floor(name.length * MAX_DIFFERENT_SHARE)) + 1;
  for (const candidate of names) {
    const distance = editDistance(name, candidate, nearestDistance - 1);
    if (distance >= nearestDistance) continue;
    nearest = candidate;
    nearestDistance = distance;
  }
  return nearest;
}
