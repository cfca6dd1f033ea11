import { useState } from 'react';
import { seasonPeak } from '#domain/keywords/season';
import { oneDecimal, wholeNumber } from '#domain/numbers';
import { Card, CardTitle } from '../ui/card';
import { classes } from '../ui/classes';
import { monthNames } from './month-names';
import styles from './keyword-screen.module.css';

const shareLabel = (share: number): string => `${wholeNumber(oneDecimal(100 * share))}%`;

const MAX_BAR_PX = 100;

/** The shares of a keyword's pins by month of creation, as twelve bars. */
export function SeasonChart({ shares }: { readonly shares: readonly number[] }) {
  const highest = Math.max(...shares);
  const found = seasonPeak(shares);
  const [thisMonth] = useState(() => new Date().getUTCMonth());
  return (
    <Card aria-labelledby="season">
      <CardTitle id="season">Season</CardTitle>
      <p className="muted">
        {found
          ? `Publish from ${monthNames[found.publishFrom]}: peak in ${monthNames[found.peak]}, when ${shareLabel(highest)} of its pins were created.`
          : 'No month stands out: its pins were created all year.'}
      </p>
      <ol className={classes('stack muted text-sm text-center mt-3 gap-1', styles.season)} data-testid="season">
        {shares.map((share, month) => (
          <li key={monthNames[month]} title={`${monthNames[month]}: ${shareLabel(share)}`}>
            <span className={styles.barSpace} aria-hidden="true">
              <span className={styles.share}>{Math.round(100 * share)}%</span>
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
