/** An authorisation under way: only hashes of its secrets are kept. */
export interface LinkingState {
  readonly session_hash: string;
  readonly user_id: string;
  readonly expires_at: Date;
}

/** Authorisations people began and have not come back from. */
export abstract class LinkingStates {
  /** Remembers one, and forgets those that have expired. */
  abstract save(stateHash: string, state: LinkingState, now: Date): Promise<void>;

  /** Uses an authorisation up with the code it came back with; null when it is not known, was used before, or the code was. */
  abstract consume(stateHash: string, codeHash: string): Promise<LinkingState | null>;
}
