const MOST = 20;
const FRESH_MILLISECONDS = 5 * 60_000;

interface Kept {
  readonly answer: unknown;
  readonly at: number;
}

const kept = new Map<string, Kept>();

/** Keeps an answer by its address; the 20 used last stay. */
export function keep(address: string, answer: unknown): void {
  kept.delete(address);
  kept.set(address, { answer, at: Date.now() });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
}

/** The kept answer of an address, or undefined when there is none or it is older than five minutes. */
export function recall(address: string): unknown {
  const found = kept.get(address);
  if (!found || Date.now() - found.at > FRESH_MILLISECONDS) return undefined;
  kept.delete(address);
  kept.set(address, found);
  return found.answer;
}

/** Forgets all answers: what one viewer may see says nothing about the next. */
export const forgetAnswers = (): void => kept.clear();
