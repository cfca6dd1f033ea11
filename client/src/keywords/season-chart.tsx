import { useState } from 'react';
import type { Keyword } from '#domain/keywords/contract';
import { publishFromMonth } from '#domain/keywords/season';
import { oneDecimal, wholeNumber } from '#domain/numbers';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { monthNames } from './month-names';
import styles from './keyword-screen.module.css';

const shareLabel = (share: number): string => `${wholeNumber(oneDecimal(100 * share))}%`;

const MAX_BAR_PX = 100;

interface SeasonChartProps {
  /** The shares of its pins by month of creation, January first. */
  readonly shares: readonly number[];
  readonly keyword: Pick<Keyword, 'peak_month' | 'publish_by'>;
}

/** Says when to publish only where its searches don't: pins have to be there for them. */
function seasonSentence({ peak_month: peak, publish_by: publishBy }: SeasonChartProps['keyword'], highest: number): string {
  if (peak === null) return 'No month stands out in more than one year.';
  const when = `in ${monthNames[peak - 1]}, when ${shareLabel(highest)} of its pins were created.`;
  return publishBy === null ? `Publish from ${monthNames[publishFromMonth(peak) - 1]}: peak ${when}` : `Peak ${when}`;
}

/** When a keyword's pins were created, as twelve bars. */
export function SeasonChart({ shares, keyword }: SeasonChartProps) {
  const highest = Math.max(...shares);
  const [thisMonth] = useState(() => new Date().getUTCMonth());
  return (
    <Card hasSmallTitle title="Season">
      <p className="muted">{seasonSentence(keyword, highest)}</p>
      <ol className={classes('stack muted text-sm text-center mt-3 gap-1', styles.season)} data-testid="season">
        {shares.map((share, month) => (
          <li key={monthNames[month]} className="relative" title={`${monthNames[month]}: ${shareLabel(share)}`}>
            <span className={styles.barSpace} aria-hidden="true">
              <span className={classes('row items-stretch to-middle nowrap', styles.share)}>{Math.round(100 * share)}%</span>
              <span className={classes('full', styles.bar)} style={{ height: highest === 0 ? 0 : (MAX_BAR_PX * share) / highest }} />
            </span>
            <span
              aria-hidden="true"
              className={classes(month === thisMonth && styles.now)}
              data-testid={month === thisMonth ? 'this-month' : undefined}
            >
              {monthNames[month]?.slice(0, 1)}
            </span>
            <span className="sr-only">
              {monthNames[month]}: {shareLabel(share)}
              {month === thisMonth && ' (this month)'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
