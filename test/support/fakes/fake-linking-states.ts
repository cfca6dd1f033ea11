import { type LinkingState, LinkingStates } from '#domain/linked-accounts/linking-states';

/** Linking states in memory. */
export class FakeLinkingStates extends LinkingStates {
  readonly #states = new Map<string, LinkingState>();
  readonly #usedCodes = new Set<string>();

  async save(stateHash: string, state: LinkingState, now: Date): Promise<void> {
    for (const [hash, { expires_at }] of this.#states) if (expires_at <= now) this.#states.delete(hash);
    this.#states.set(stateHash, state);
  }

  async consume(stateHash: string, codeHash: string): Promise<LinkingState | null> {
    const state = this.#states.get(stateHash);
    if (!state || this.#usedCodes.has(codeHash)) return null;
    this.#usedCodes.add(codeHash);
    this.#states.delete(stateHash);
    return state;
  }
}
