import { HALF_SCORE_GROWTH, momentumScore, priors } from '#domain/analytics/growth/momentum';
import { type Metric, metricNames } from '#domain/catalog/metrics';
import { fixedNumber, wholeNumber } from '#domain/numbers';
import { verdictQuestions } from '../ui/momentum-labels';
import { flagDescriptions } from '#domain/analytics/growth/momentum-flags';
import { DataTable } from '../ui/data-table';
import { TextScreen } from './text-screen';
import { formatShare } from '../ui/format';
import { JUMP_PRIOR_DIVISOR, MIN_JUMP_COVERAGE, MIN_JUMP_GAIN_SHARE, MIN_JUMP_READINGS } from '#domain/analytics/growth/jump-share';
import {
  ACTIVE_WITHIN_DAYS,
  GROWING_DAYS,
  MAX_OWNER_FOLLOWERS,
  MAX_PIN_AGE_DAYS,
  MAX_WEEKLY_PINS_PER_COLLABORATOR,
  MIN_GROWING_PERCENT,
  MIN_KNOWN_PINS,
  MIN_REACH_SAVES,
  MIN_STEADY_DAYS,
  MIN_RECENT_DAYS,
  RECENT_DAYS,
} from '#domain/analytics/growth/verdict/thresholds';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import styles from './momentum-screen.module.css';

const growing = `Growing: at least +${MIN_GROWING_PERCENT}% followers in ${GROWING_DAYS} days, or the same pace over another period, with a reading in it.`;
const steady = `Steady: a gain that is known not to have come in one jump. Periods under ${MIN_STEADY_DAYS} days are too short to ask.`;
const medianOfKnownPins = `a median of at least ${MIN_REACH_SAVES} saves on the pins we know, from ${MIN_KNOWN_PINS} pins.`;

const weeklyPins = `Pins a week are counted over ${RECENT_DAYS} days, from readings at least ${MIN_RECENT_DAYS} days apart.`;

/** What each rule of a verdict asks, in the order in which details show them. */
const rules: Readonly<Record<EntityType, readonly string[]>> = {
  board: [
    `Active: changed in the last ${ACTIVE_WITHIN_DAYS} days. ${weeklyPins}`,
    growing,
    steady,
    `Reach: ${medianOfKnownPins}`,
    `Not crowded: at most ${MAX_WEEKLY_PINS_PER_COLLABORATOR} pins a week per collaborator. We don't ask this of a board that is not active.`,
  ],
  pinner: [
    `Posts: a pin or a change of a board in the last ${ACTIVE_WITHIN_DAYS} days.`,
    growing,
    steady,
    `Saves per pin: ${medianOfKnownPins}`,
  ],
  pin: [
    `Still saved: at least one new save in ${RECENT_DAYS} days, from readings at least ${MIN_RECENT_DAYS} days apart.`,
    `Recent: created in the last ${MAX_PIN_AGE_DAYS} days.`,
    'Competition: the median of the searches it was found in is below 75 (not Locked).',
    `Owner’s size: at most ${wholeNumber(MAX_OWNER_FOLLOWERS)} followers, so the idea earned it, not the audience.`,
  ],
};

/** How "One jump" and the verdicts of details are made, with the constants of the rules themselves. */
const VerdictRules = () => (
  <>
    <h2>One jump</h2>
    <p>
      Steady growth is a gain over 90 days that is not “One jump”. A gain is “One jump” if more than {formatShare(MAX_STEADY_SHARE)} of it
      came on its three largest days. What happened between two readings is spread evenly over the days between them. It can be a viral pin,
      a merged account, or bought followers: we say what we saw, not why. The score doesn't change, but the lists on the home page leave
      these out.
    </p>
    <p>
      We don't ask about gains under {formatShare(MIN_JUMP_GAIN_SHARE)} or under {formatShare(1 / JUMP_PRIOR_DIVISOR)} of the metric's
      cushion. With fewer than {MIN_JUMP_READINGS} readings, or readings that span less than {formatShare(MIN_JUMP_COVERAGE)} of the 90
      days, we can't tell.
    </p>
    <h2>Is it worth it?</h2>
    <p>
      Details answer with rules, never with a made-up score. A check mark means it passes, “!” that it doesn't, and “?” that we don't know
      enough: such a check counts neither as passed nor in the total. Three quarters passed mean “Probably”, half or less “Probably not”.
      What is gone from Pinterest is not asked whether it is active. We can only judge the pins and boards in this index.
    </p>
    {entityTypes.map((entity) => (
      <section key={entity} id={`checks-${entity}`} aria-label={verdictQuestions[entity]}>
        <h3>{verdictQuestions[entity]}</h3>
        <ul>
          {rules[entity].map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    ))}
  </>
);

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
  <DataTable
    name="Score by pace"
    className={styles.table}
    columns={[
      { name: 'Pace in 30 days', render: (pace) => `+${formatShare(pace)}` },
      { name: 'Score', isNumber: true, render: (pace) => fixedNumber(momentumScore(Math.log1p(pace)), 1) },
    ]}
    rows={EXAMPLE_PACES}
    keyOf={(pace) => pace}
  />
);

const PriorTable = () => (
  <DataTable
    name="Cushion by metric"
    className={styles.table}
    columns={[
      { name: 'Metric', render: (metric) => metricNames[metric] },
      { name: 'Cushion', isNumber: true, render: (metric) => wholeNumber(priors[metric]) },
    ]}
    rows={Object.keys(priors) as Metric[]}
    keyOf={(metric) => metric}
  />
);
