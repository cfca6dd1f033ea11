/** The share of a name that may differ from the one that was meant. */
const MAX_DIFFERENT_SHARE = 0.25;

/** The smallest number of letters to insert, delete, or replace that turns one text into another (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.split('').entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of other.split('').entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

/** The name that a misspelled one probably means; null if none is close. */
export function nearestName<Name extends string>(name: string, names: readonly Name[]): Name | null {
  let nearest: Name | null = null;
  let nearestDistance = Math.max(1, Math.floor(name.length * MAX_DIFFERENT_SHARE)) + 1;
  for (const candidate of names) {
    const distance = editDistance(name, candidate);
    if (distance >= nearestDistance) continue;
    nearest = candidate;
    nearestDistance = distance;
  }
  return nearest;
}
