import type { VerdictLine } from '#domain/catalog/detail-contract';

/** With fewer checks that can be judged, the verdict says nothing. */
const MIN_JUDGED_CHECKS = 2;
/** The share of passed checks from which a verdict is a yes, and above which it is a maybe. */
const MIN_YES_SHARE = 0.75;
const MAX_NO_SHARE = 0.5;

/** How many checks an entity passed, of those that could be judged. */
export interface PassedChecks {
  readonly passed: number;
  readonly judged: number;
}

/** Counts the checks that passed. One that cannot be judged counts neither as passed nor in the total. */
export function countPassed(marks: readonly VerdictLine['mark'][]): PassedChecks {
  const passed = marks.filter((mark) => mark === 'pass').length;
  return { passed, judged: passed + marks.filter((mark) => mark === 'warn').length };
}

/** The answer to the question of a verdict, such as "Worth joining?". */
export function verdictAnswer({ passed, judged }: PassedChecks): 'Probably' | 'Maybe' | 'Probably not' | 'Too little is known' {
  if (judged < MIN_JUDGED_CHECKS) return 'Too little is known';
  const share = passed / judged;
  if (share >= MIN_YES_SHARE) return 'Probably';
  return share > MAX_NO_SHARE ? 'Maybe' : 'Probably not';
}

/** `4 of 5`. */
export const passedText = ({ passed, judged }: PassedChecks): string => `${passed} of ${judged}`;
