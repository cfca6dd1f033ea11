/** Returns the edit distance of two words (restricted Damerau-Levenshtein), or a number above `maxDistance` if it exceeds that. */
export function editDistance(a: string, b: string, maxDistance: number): number {
  if (Math.abs(a.length - b.length) > maxDistance) return maxDistance + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      current.push(cost);
    }
    if (Math.min(...current) > maxDistance) return maxDistance + 1;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length] ?? 0;
}

/** Returns corrections of single typos: two adjacent characters swapped, or one removed. Trigrams miss these in short words. */
export function typoCandidates(word: string): string[] {
  const swapped = Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2),
  );
  const shorter = Array.from({ length: word.length }, (_, i) => word.slice(0, i) + word.slice(i + 1));
  return [...new Set([...swapped, ...shorter])].filter((candidate) => candidate !== word && candidate.length > 1);
}

export interface KnownTerm {
  readonly term: string;
  readonly total: number;
}

/**
 * Returns the known term closest to a word, the more frequent of equals; null if none is within a third of its length. `oneTypoAway` are terms
 * that correcting one typo leads to: the stem of a short word (`toi` of `toys`) has little in common with what was typed (`toyz`).
 */
export function closestTerm(
  word: string,
  candidates: readonly KnownTerm[],
  oneTypoAway: ReadonlySet<string> = new Set(),
): KnownTerm | null {
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let best: { term: KnownTerm; distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = oneTypoAway.has(candidate.term) ? 1 : editDistance(word, candidate.term, maxDistance);
    if (distance > maxDistance) continue;
    const better = !best || distance < best.distance || (distance === best.distance && candidate.total > best.term.total);
    if (better) best = { term: candidate, distance };
  }
  return best?.term ?? null;
}
