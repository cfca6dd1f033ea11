/** Why a sign-in with the provider did not succeed, as the sign-in screen says it. */
export const signInProblems = {
  unavailable: "Single sign-on can't be reached right now. Try again.",
  refused: 'You were not signed in there. Try again, or sign in with your password.',
  failed: 'That sign-in expired, was used before, or was started in another browser. Try again.',
  unverified: 'Your single sign-on has not verified your email address. Verify it there first, or sign in with your password.',
  other_account: 'That is not the single sign-on of the account that you are signed in to.',
  stale: 'Single sign-on did not ask you to sign in again, so it confirms nothing.',
  maintenance: 'This site is being maintained. Try again later.',
} as const;

export type SignInProblem = keyof typeof signInProblems;

/** The text of a problem; null for what is none. */
export const signInProblemText = (problem: string | null): string | null =>
  problem !== null && Object.hasOwn(signInProblems, problem) ? signInProblems[problem as SignInProblem] : null;
