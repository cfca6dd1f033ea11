import { HALF_SCORE_GROWTH, momentumScore, priors } from '#domain/analytics/growth/momentum';
import { type Metric, metricNames } from '#domain/catalog/metrics';
import { wholeNumber } from '#domain/numbers';
import { flagDescriptions } from '../ui/momentum-labels';
import { NumberCell, PlainTable } from '../ui/plain-table';
import { TextScreen } from './text-screen';
import { VerdictRules } from './verdict-rules';
import styles from './momentum-screen.module.css';
import { formatShare } from '../ui/format';

const EXAMPLE_PACES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** `/momentum`: explains the momentum score, with the constants of the formula itself. */
export function MomentumScreen() {
  return (
    <TextScreen>
      <p className="lead">
        Momentum shows how fast a number is growing right now, from 0 to 100. 50 means on pace for +{formatShare(HALF_SCORE_GROWTH)} in 30
        days.
      </p>
      <p>It's a fixed formula on daily readings: the same readings always give the same score, and no one can pay for a better one.</p>
      <Steps />
      <h2>What a score means</h2>
      <PaceTable />
      <h2>Small numbers need more proof</h2>
      <p>
        Going from 10 to 30 followers isn't news, so we add a fixed cushion to every count. At the cushion's size half the growth counts;
        far above it, nearly all.
      </p>
      <PriorTable />
      <h2>Unreliable readings</h2>
      <p>A crawl can fail. Next to each score we say what we ignored, or why there is none:</p>
      <ul>
        {Object.entries(flagDescriptions).map(([flag, description]) => (
          <li key={flag}>{description}</li>
        ))}
      </ul>
      <h2>Confidence</h2>
      <ul>
        <li>High: readings cover at least 80% of the period on 4 or more days, with no long gap.</li>
        <li>Medium: at least half of the period, on 3 or more days.</li>
        <li>Low: anything less. Days without readings count as no growth; we never fill them in.</li>
      </ul>
      <VerdictRules />
    </TextScreen>
  );
}

const Steps = () => (
  <>
    <h2>Step by step</h2>
    <ol>
      <li>
        Take one reading per day (UTC) for the chosen period: 7, 15, 30, 90 or 365 days. A later reading on the same day replaces an earlier
        one.
      </li>
      <li>Drop failed crawls and jumps that a second day doesn't confirm.</li>
      <li>Measure the growth from day to day as a ratio (in logarithms), so big and small boards are comparable.</li>
      <li>Weight it: growth at the end counts four times as much as at the start.</li>
      <li>Convert it to a 30-day pace, then to a score. Anything shrinking scores 0.</li>
    </ol>
    <p>Ranks follow the exact pace, so ties at 100.0 are still ordered. The previous rank is from one period earlier.</p>
  </>
);

const PaceTable = () => (
  <PlainTable name="Score by pace" className={styles.table} columns={['Pace in 30 days', { number: 'Score' }]}>
    {EXAMPLE_PACES.map((pace) => (
      <tr key={pace}>
        <th scope="row">+{formatShare(pace)}</th>
        <NumberCell>{momentumScore(Math.log1p(pace)).toFixed(1)}</NumberCell>
      </tr>
    ))}
  </PlainTable>
);

const PriorTable = () => (
  <PlainTable name="Cushion by metric" className={styles.table} columns={['Metric', { number: 'Cushion' }]}>
    {(Object.entries(priors) as [Metric, number][]).map(([metric, prior]) => (
      <tr key={metric}>
        <th scope="row">{metricNames[metric]}</th>
        <NumberCell>{wholeNumber(prior)}</NumberCell>
      </tr>
    ))}
  </PlainTable>
);
