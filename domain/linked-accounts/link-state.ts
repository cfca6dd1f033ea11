/** Problems that are over once the account can be read: no usable response, too many requests, a response that is not documented, no right to call. */
export const readingProblems = ['unreachable', 'limited', 'unexpected', 'refused'] as const;
/** What keeps us from an account for now; we try again by ourselves. */
export const temporaryProblems = [...readingProblems, 'renewal_refused'] as const;
/** What only the account's owner can mend, by linking the account again. */
export const lastingProblems = ['ended', 'renewal_lost', 'expiring', 'expired'] as const;

export type TemporaryProblem = (typeof temporaryProblems)[number];
type LastingProblem = (typeof lastingProblems)[number];

/** The states of a linked account. */
export const linkStates = ['connected', 'retrying', 'needs_you'] as const;

/** Whether we have access to an account; if not, why and since when. */
type LinkState =
  | { readonly state: 'connected'; readonly reason: null; readonly since: null }
  | { readonly state: 'retrying'; readonly reason: TemporaryProblem; readonly since: Date | null }
  | { readonly state: 'needs_you'; readonly reason: LastingProblem; readonly since: Date | null };

/** What is stored about the access to an account. */
export interface StoredAccess {
  /** True once the permission has ended. */
  readonly needs_reconnect: boolean;
  /** When the owner was told that the permission ends. */
  readonly warned_at: Date | null;
  readonly problem: string | null;
  readonly problem_since: Date | null;
}

const isTemporary = (problem: string | null): problem is TemporaryProblem => temporaryProblems.some((one) => one === problem);

/** The state of a linked account. A failure never ends a permission: only a refusal does, or the end of its time. */
export function linkStateOf({ needs_reconnect, warned_at, problem, problem_since }: StoredAccess): LinkState {
  if (needs_reconnect) {
    const isKnown = problem === 'ended' || problem === 'expired';
    return { state: 'needs_you', reason: isKnown ? problem : 'ended', since: isKnown ? problem_since : warned_at };
  }
  if (warned_at !== null) return { state: 'needs_you', reason: problem === 'renewal_lost' ? problem : 'expiring', since: warned_at };
  if (problem === null) return { state: 'connected', reason: null, since: null };
  return { state: 'retrying', reason: isTemporary(problem) ? problem : 'unexpected', since: problem_since };
}
