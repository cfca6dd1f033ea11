import type { EntityType } from '#domain/catalog/variants';

/** The rules that each entity is checked by, in the order in which they are shown and stored: append only. */
export const checkRules = {
  board: ['active', 'growing', 'steady', 'reach', 'crowded'],
  pinner: ['posts', 'growing', 'steady', 'saves_per_pin'],
  pin: ['still_saved', 'age', 'competition', 'owner_size'],
} as const satisfies Record<EntityType, readonly string[]>;

export type CheckRule = (typeof checkRules)[EntityType][number];

/** The result of a check: a rule that passes, one that does not, and one that cannot be judged. */
export const checkMarks = ['pass', 'warn', 'unknown'] as const;
type CheckMark = (typeof checkMarks)[number];

/** The most checks that an entity has. */
export const MAX_CHECKS = 5;

/** The marks of an entity by rule. A rule that does not make sense for it has none. */
export type Checks = Readonly<Partial<Record<CheckRule, CheckMark>>>;

const letters = { pass: 'p', warn: 'w', unknown: 'u' } as const satisfies Record<CheckMark, string>;
const NO_CHECK = '-';

type RuleMark = { readonly rule: CheckRule; readonly mark: CheckMark };

// Loops here and below: a recompute comes by for each row of the catalog, and lists and functions for each took longer to collect than to make.
function letterOf(rule: CheckRule, marks: readonly RuleMark[]): string {
  for (const one of marks) if (one.rule === rule) return letters[one.mark];
  return NO_CHECK;
}

/** The stored text of checks: a letter for each rule of the entity. */
export function checksText(entity: EntityType, marks: readonly RuleMark[]): string {
  let text = '';
  for (const rule of checkRules[entity]) text += letterOf(rule, marks);
  return text;
}

/** Parses the stored text of checks. */
export function parseChecks(entity: EntityType, text: string): Checks {
  const markOf = (index: number) => checkMarks.find((mark) => letters[mark] === text.charAt(index));
  return Object.fromEntries(
    checkRules[entity].flatMap((rule, index) => {
      const mark = markOf(index);
      return mark === undefined ? [] : [[rule, mark]];
    }),
  );
}

/** How many checks an entity passed, of those that could be judged. */
export interface PassedChecks {
  readonly passed: number;
  readonly judged: number;
}

/** Counts the checks that passed. One that cannot be judged counts neither as passed nor in the total. */
export function countPassed(marks: readonly { readonly mark: CheckMark }[]): PassedChecks {
  let passed = 0;
  let judged = 0;
  for (const { mark } of marks) {
    if (mark !== 'unknown') judged += 1;
    if (mark === 'pass') passed += 1;
  }
  return { passed, judged };
}

/** `4 of 5`. */
export const passedText = ({ passed, judged }: PassedChecks): string => `${passed} of ${judged}`;
