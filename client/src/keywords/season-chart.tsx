import { oneDecimal } from '#domain/numbers';
import { Card, CardTitle } from '../ui/card';
import styles from './keyword-screen.module.css';
import text from '../ui/text.module.css';

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const monthNames = Array.from({ length: 12 }, (_, month) => monthFormat.format(new Date(Date.UTC(2026, month, 1))));

const percentLabel = (share: number): string => `${oneDecimal(100 * share)}%`;

/** The shares of a keyword's pins by month of creation, as twelve bars. */
export function SeasonChart({ shares }: { readonly shares: readonly number[] }) {
  const highest = Math.max(...shares);
  const peak = monthNames[shares.indexOf(highest)];
  return (
    <Card aria-labelledby="season">
      <CardTitle id="season">Season</CardTitle>
      <p className={text.muted}>
        Most of its pins were created in {peak}: {percentLabel(highest)}.
      </p>
      <ol className={styles.season} data-testid="season">
        {shares.map((share, month) => (
          <li key={monthNames[month]} title={`${monthNames[month]}: ${percentLabel(share)}`}>
            <span className={styles.barSpace} aria-hidden="true">
              <span className={styles.bar} style={{ height: `${highest === 0 ? 0 : (100 * share) / highest}%` }} />
            </span>
            <span aria-hidden="true">{monthNames[month]?.slice(0, 1)}</span>
            <span className={text.srOnly}>
              {monthNames[month]}: {percentLabel(share)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
