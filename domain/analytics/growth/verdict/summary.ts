import type { PassedChecks } from '#domain/catalog/rows/checks';

/** With fewer checks that can be judged, the verdict says nothing. */
const MIN_JUDGED_CHECKS = 2;
/** The share of passed checks from which a verdict is a yes, and above which it is a maybe. */
const MIN_YES_SHARE = 0.75;
const MAX_NO_SHARE = 0.5;

/** The answer to the question of a verdict, such as "Worth joining?". */
export function verdictAnswer({ passed, judged }: PassedChecks): 'Probably' | 'Maybe' | 'Probably not' | 'Too little is known' {
  if (judged < MIN_JUDGED_CHECKS) return 'Too little is known';
  const share = passed / judged;
  if (share >= MIN_YES_SHARE) return 'Probably';
  return share > MAX_NO_SHARE ? 'Maybe' : 'Probably not';
}
