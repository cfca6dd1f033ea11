/** A pending authorization. Its secrets are stored only as hashes. */
export interface LinkingState {
  readonly session_hash: string;
  readonly user_id: string;
  readonly expires_at: Date;
}

/** Stores authorizations that users have started and not finished. */
export abstract class LinkingStates {
  /** Saves a state and deletes expired ones. */
  abstract save(stateHash: string, state: LinkingState, now: Date): Promise<void>;

  /** Consumes a state together with the code that came back. Returns null when the state is unknown or used, or the code was used before. */
  abstract consume(stateHash: string, codeHash: string): Promise<LinkingState | null>;
}
