import type { ReactNode } from 'react';
import { verdictAnswer } from '#domain/analytics/growth/verdict/summary';
import type { VerdictLine } from '#domain/catalog/detail-contract';
import { countPassed, passedText } from '#domain/catalog/rows/checks';
import type { EntityType } from '#domain/catalog/variants';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/icon';
import { ruleNames, verdictQuestions } from '../../ui/momentum-labels';
import { Link } from 'wouter';
import styles from './verdict-panel.module.css';

const marks = {
  pass: { sign: <Icon name="check" size={14} />, word: 'Yes', className: 'success-tone' },
  warn: { sign: '!', word: 'No', className: 'warning-tone' },
  unknown: { sign: '?', word: 'Unknown', className: 'muted raised' },
} as const satisfies Record<
  VerdictLine['mark'],
  { readonly sign: ReactNode; readonly word: string; readonly className: string | undefined }
>;

/** The rule-based verdict on an entity: each rule with its mark, its name, and its number. */
export const VerdictPanel = ({ entity, verdict }: { readonly entity: EntityType; readonly verdict: readonly VerdictLine[] }) => (
  <Card
    hasSmallTitle
    title={
      <>
        {verdictQuestions[entity]} <VerdictAnswer verdict={verdict} />
      </>
    }
    side={<Link href={paths.checks(entity)}>What we check</Link>}
    aria-label={verdictQuestions[entity]}
    data-testid="verdict"
  >
    <ul className={classes('pair mt-3', styles.rules)}>
      {verdict.map((line) => (
        <RuleLine key={line.rule} line={line} />
      ))}
    </ul>
  </Card>
);

/** `Probably not · 2 of 4 checks`; the answer alone where nothing could be judged. */
export function VerdictAnswer({ verdict }: { readonly verdict: readonly VerdictLine[] }) {
  const checks = countPassed(verdict);
  return (
    <>
      {verdictAnswer(checks)}{' '}
      {checks.judged > 0 && (
        <span className="small">
          · {passedText(checks)} {checks.judged === 1 ? 'check' : 'checks'}
        </span>
      )}
    </>
  );
}

/** The mark of a rule; a word for screen readers. */
export const VerdictMark = ({ mark }: { readonly mark: VerdictLine['mark'] }) => (
  <>
    <span className={classes('center text-md pill', styles.mark, marks[mark].className)} aria-hidden="true">
      {marks[mark].sign}
    </span>
    <span className="sr-only">{marks[mark].word}: </span>
  </>
);

function RuleLine({ line: { rule, mark, text: sentence } }: { readonly line: VerdictLine }) {
  const [label, warning] = ruleNames[rule];
  return (
    <li className={classes('stack gap-2', styles.rule)}>
      <VerdictMark mark={mark} />
      <span>
        <strong>{mark === 'warn' ? warning : label}</strong> <span className="muted number">{sentence}</span>
      </span>
    </li>
  );
}
