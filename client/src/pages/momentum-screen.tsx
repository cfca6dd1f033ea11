import { type Metric, metricNames } from '#domain/catalog/metrics';
import { HALF_SCORE_GROWTH, priors } from '#domain/analytics/growth/momentum';
import { wholeNumber } from '#domain/numbers';
import { flagDescriptions } from '../ui/momentum-labels';
import { PlainTable } from '../ui/plain-table';
import { Screen } from '../ui/navigation/screen';

const examplePaces = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** The score of a steady pace per 30 days: half of what is left to 100 for every `HALF_POINT` of compounded growth. */
const scoreForPace = (pace: number): number => 100 * (1 - 2 ** (-Math.log(1 + pace) / Math.log(1 + HALF_SCORE_GROWTH)));

const formatShare = (share: number): string => `${Math.round(share * 100)}\u00a0%`;

/** `/momentum`: how the momentum score is made, in words, with the very constants it is made with. */
export function MomentumScreen() {
  return (
    <Screen className="reading">
      <p className="lead">
        Momentum says how fast a count grows now, on a scale from 0 to 100. A score of 50 means a pace of +{formatShare(HALF_SCORE_GROWTH)}{' '}
        in 30 days.
      </p>
      <p>It is a fixed formula on daily counts: the same counts always give the same score, and no one can buy a better one.</p>
      <Steps />
      <h2>What a score means</h2>
      <PaceTable />
      <h2>Small numbers are not believed at once</h2>
      <p>
        Ten followers that become thirty are no sensation. So the formula adds a share that does not grow to every count. At that size, half
        of an observed growth is believed; far above it, all of it.
      </p>
      <PriorTable />
      <h2>Doubtful counts</h2>
      <p>A crawl can fail. What was set aside, or why there is no score, stands beside each score:</p>
      <ul>
        {Object.entries(flagDescriptions).map(([flag, words]) => (
          <li key={flag}>{words}</li>
        ))}
      </ul>
      <h2>Confidence</h2>
      <ul>
        <li>High: at least 80 % of the period was seen, from 4 days with a count or more, without a long gap.</li>
        <li>Medium: at least half of the period, from 3 days or more.</li>
        <li>Low: anything less. Time that nobody saw counts as no growth; it is never made up.</li>
      </ul>
    </Screen>
  );
}

function Steps() {
  return (
    <>
      <h2>Step by step</h2>
      <ol>
        <li>
          Take one count per day (UTC) for the chosen period: 7, 15, 30, 90 or 365 days. A later count of the same day replaces an earlier
          one.
        </li>
        <li>Leave out failed crawls and lone jumps that no second day confirms.</li>
        <li>Measure the growth between neighbouring days as a ratio (with logarithms), so that big and small boards can be compared.</li>
        <li>Weigh it: growth at the end of the period counts four times as much as growth at its beginning.</li>
        <li>Turn the result into a pace per 30 days, and the pace into a score. Whoever shrinks has 0.</li>
      </ol>
      <p>Ranks follow the exact pace, so two scores of 100.0 still have an order. The rank before is that of one period earlier.</p>
    </>
  );
}

function PaceTable() {
  return (
    <PlainTable name="Score by pace" className="reading__table" columns={['Pace in 30 days', { number: 'Score' }]}>
      {examplePaces.map((pace) => (
        <tr key={pace}>
          <th scope="row">+{formatShare(pace)}</th>
          <td className="plain__number">{scoreForPace(pace).toFixed(1)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function PriorTable() {
  return (
    <PlainTable
      name="The share that does not grow, by count"
      className="reading__table"
      columns={['Count', { number: 'Share that does not grow' }]}
    >
      {(Object.entries(priors) as [Metric, number][]).map(([metric, prior]) => (
        <tr key={metric}>
          <th scope="row">{metricNames[metric]}</th>
          <td className="plain__number">{wholeNumber(prior)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
