import type { BoardRow } from '#domain/catalog/list-contract';
import { type CheckRule, countPassed, passedText } from '#domain/catalog/rows/checks';
import { classes } from '../../../ui/classes';
import { SpokenAs } from '../../../ui/count';
import { ruleNames } from '../../../ui/momentum-labels';
import styles from './check-dots.module.css';

const words = { pass: 'yes', warn: 'no', unknown: 'unknown' } as const;
const dotStyles = { pass: styles.pass, warn: styles.warn, unknown: styles.unknown } as const;

/** The checks of a row as a dot each, and how many passed of those that could be judged: `4 of 5`. */
export function CheckDots({ checks }: { readonly checks: BoardRow['checks'] }) {
  const marks = Object.entries(checks ?? {}) as [CheckRule, keyof typeof words][];
  if (marks.every(([, mark]) => mark === 'unknown')) return <SpokenAs shown="–" spoken="unknown" />;
  const description = marks.map(([rule, mark]) => `${ruleNames[rule][0]}: ${words[mark]}`).join(', ');
  return (
    <span className={classes('gap-1', styles.checks)} title={description}>
      <span className={styles.dots} aria-hidden="true">
        {marks.map(([rule, mark]) => (
          <span key={rule} className={classes(styles.dot, dotStyles[mark])} />
        ))}
      </span>
      <span>{passedText(countPassed(marks.map(([, mark]) => mark)))}</span>
      <span className="sr-only">. {description}</span>
    </span>
  );
}
