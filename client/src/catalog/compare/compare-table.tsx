import { classes } from '../../ui/classes';
import { growthWord } from '#domain/catalog/momentum';
import type { ReactNode } from 'react';
import type { VerdictLine } from '#domain/catalog/detail-contract';
import { type Metric, metricName, type Period, periodDays, periods } from '#domain/catalog/metrics';
import { useEntitlement } from '../../site/session';
import { JumpBadge } from '../../ui/badge';
import { Card, CardTitle } from '../../ui/card';
import { LineMark } from '../../ui/charts/comparison/line-mark';
import { Count } from '../../ui/count';
import { titleHint } from '../../ui/entity-names';
import { formatScore } from '../../ui/format';
import { confidenceNames, periodNames, ruleNames, trendName, verdictQuestions } from '../../ui/momentum-labels';
import { plainTableClass } from '../../ui/plain-table';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import { isGrowthOld, ReadGrowth } from '../../ui/read-growth';
import { chartedMetrics, choiceName } from '../detail/growth/detail-view';
import { momentumOver, verdictOver } from '../detail/growth/readings';
import { VerdictAnswer, VerdictMark } from '../detail/verdict-panel';
import type { CompareView } from './compare-view';
import { OwnerName } from './compared-chips';
import type { KnownCompared } from './use-compared';
import styles from './compare-table.module.css';

const PICTURE_WIDTH_PX = 40;
const FREE_PERIOD: Period = '90_days';

interface CompareTableProps {
  readonly known: readonly KnownCompared[];
  readonly view: CompareView;
}

/** The figures side by side: a column per entity. What needs Premium is absent without it; the periods above say why. */
export function CompareTable({ known, view: { metric, period } }: CompareTableProps) {
  const hasFullAnalytics = useEntitlement('full_analytics');
  const hasMomentum = useEntitlement('momentum');
  const [first] = known;
  if (!first) return null;
  const { entity } = first.item;
  return (
    <Card aria-label="Side by side">
      <CardTitle>Side by side</CardTitle>
      {/* A scrolling table must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="scroll-x relative" tabIndex={0} aria-label="Figures side by side">
        <table className={plainTableClass(styles.table)} data-testid="compare-table">
          <caption className="sr-only">Figures side by side</caption>
          <TableHead known={known} />
          <tbody>
            {chartedMetrics[entity].map((one) => (
              <FigureRow
                key={one}
                name={metricName(entity, one)}
                known={known}
                valueIn={({ details }) => countOf(details, one)}
                render={({ details }) => <Count value={countOf(details, one)} />}
              />
            ))}
            {(hasFullAnalytics ? periods : [FREE_PERIOD]).map((one) => (
              <FigureRow
                key={one}
                name={`${metricName(entity, metric)}, ${periodNames[one]}`}
                known={known}
                valueIn={recentGrowth(metric, one)}
                render={growthCell(metric, one)}
              />
            ))}
            <FigureRow
              name="Steady growth"
              known={known}
              render={({ details }) => (
                <JumpBadge jump={details} fallback={growthWord(growthOf(details), details.jump_share) ?? 'Unknown'} />
              )}
            />
            {hasMomentum && (
              <>
                <FigureRow
                  name={`Momentum, ${period === 'all' ? periodNames['365_days'] : choiceName(period)}`}
                  known={known}
                  valueIn={({ details }) => momentumOver(details, metric, period)?.score ?? null}
                  render={({ details }) => {
                    const reading = momentumOver(details, metric, period);
                    return (
                      <>
                        {formatScore(reading?.score)} {reading?.trend ? trendName(reading.trend, reading.raw) : ''}
                      </>
                    );
                  }}
                />
                <FigureRow
                  name="Confidence"
                  known={known}
                  render={({ details }) => {
                    const reading = momentumOver(details, metric, period);
                    return reading ? confidenceNames[reading.confidence] : '–';
                  }}
                />
              </>
            )}
            <tr>
              <th scope="colgroup" colSpan={known.length + 1} className={styles.group}>
                {verdictQuestions[entity]}
              </th>
            </tr>
            <FigureRow name="Checks" known={known} render={({ details }) => <VerdictAnswer verdict={verdictOver(details, period)} />} />
            {rulesOf(known).map((rule) => (
              <FigureRow
                key={rule}
                name={ruleNames[rule][0]}
                known={known}
                render={({ details }) => {
                  const line = verdictOver(details, period).find((one) => one.rule === rule);
                  return line ? (
                    <span className={classes('row items-stretch gap-2', styles.rule)}>
                      <VerdictMark mark={line.mark} />
                      <span>{line.text}</span>
                    </span>
                  ) : (
                    'Not checked'
                  );
                }}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** A column per entity, with its title and its owner. */
const TableHead = ({ known }: { readonly known: readonly KnownCompared[] }) => (
  <thead>
    <tr>
      <th scope="col" className={styles.corner}>
        Figure
      </th>
      {known.map(({ item, place, details }) => (
        <th key={item.id} scope="col">
          <span className={classes('stack items-center gap-2', styles.head)}>
            <EntityPicture entity={item.entity} row={details} width={PICTURE_WIDTH_PX} />
            <LineMark index={place} />
            <EntityLink entity={item.entity} id={item.id} title={titleHint(details)} className="two-lines">
              <bdi>{details.title}</bdi>
            </EntityLink>
            <OwnerName details={details} />
          </span>
        </th>
      ))}
    </tr>
  </thead>
);

/** The rules that any of them is checked by, in the order in which details show them: one that is gone lacks some. */
function rulesOf(known: readonly KnownCompared[]): readonly VerdictLine['rule'][] {
  const asked = new Set(known.flatMap(({ details }) => details.verdict.map(({ rule }) => rule)));
  return (Object.keys(ruleNames) as VerdictLine['rule'][]).filter((rule) => asked.has(rule));
}

interface FigureRowProps {
  readonly name: string;
  readonly known: readonly KnownCompared[];
  readonly render: (compared: KnownCompared) => ReactNode;
  /** The value of a cell, where the largest one is the best. */
  readonly valueIn?: (compared: KnownCompared) => number | null;
}

function FigureRow({ name, known, render, valueIn }: FigureRowProps) {
  const best = bestOf(valueIn ? known.map(valueIn) : []);
  return (
    <tr>
      <th scope="row">{name}</th>
      {known.map((compared) => (
        <td key={compared.item.id}>
          {best !== null && valueIn?.(compared) === best ? (
            <strong>
              {render(compared)} <span className={styles.best}>best</span>
            </strong>
          ) : (
            render(compared)
          )}
        </td>
      ))}
    </tr>
  );
}

/** The largest of the known values; null where they are alike. */
function bestOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const best = Math.max(...known);
  return known.some((value) => value < best) ? best : null;
}

/** The growth over 90 days that is asked to be steady. */
const growthOf = (details: KnownCompared['details']): number | null =>
  'saves' in details ? details.saves_growth_last_90_days : details.follower_growth_last_90_days;

/** The day of the last reading of a metric. */
const readOnColumns = {
  follower_count: 'followers_read_on',
  collaborator_count: 'collaborators_read_on',
  pin_count: 'pins_read_on',
  profile_views: 'viewers_read_on',
  saves: 'saves_read_on',
  repin_count: 'repins_read_on',
} as const satisfies Record<Metric, string>;
type ReadDays = { readonly [M in Metric as (typeof readOnColumns)[M]]?: string | null | undefined };
const readOnOf = (details: ReadDays, metric: Metric): string | null => details[readOnColumns[metric]] ?? null;

/** The growth of a metric over a period; null where it is of an earlier one, which cannot be the best. */
const recentGrowth =
  (metric: Metric, period: Period) =>
  ({ details }: KnownCompared): number | null =>
    isGrowthOld(readOnOf(details, metric), periodDays[period]) ? null : (details.growth[metric]?.[period] ?? null);

/** Renders the growth of a metric over a period. */
const growthCell = (metric: Metric, period: Period) =>
  function GrowthCell({ details }: KnownCompared) {
    return <ReadGrowth percent={details.growth[metric]?.[period]} readOn={readOnOf(details, metric)} days={periodDays[period]} />;
  };

/** The count of a metric, which entities of other types do not have. */
const countOf = (details: { readonly [M in Metric]?: number | null | undefined }, metric: Metric): number | null => details[metric] ?? null;
