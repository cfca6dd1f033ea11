import { useMemo, useRef } from 'react';
import { firstCommonDay, indexedLines, INDEX_START, type Scale, suitableScale } from '#domain/analytics/growth/chart/compared-lines';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { type Metric, metricName } from '#domain/catalog/metrics';
import { titleWithWholeId } from '#domain/catalog/title';
import { dayLabel } from '#domain/days';
import { fixedNumber, wholeNumber } from '#domain/numbers';
import { useShortcuts } from '../../site/shortcuts';
import { Card, CardHead, CardTitle } from '../../ui/card';
import { gapsOf, omissionText, ONE_READING_SENTENCE, toDayPoints } from '../../ui/charts/chart-points';
import { ComparisonChart, type ComparedLine } from '../../ui/charts/comparison/comparison-chart';
import { linesSummary, saveLines } from '../../ui/charts/comparison/compared-lines';
import { DownloadPicture } from '../../ui/charts/picture/download-picture';
import { EmptyText } from '../../ui/feedback/empty-text';
import { rowUsername } from '../../ui/entity-names';
import { Button, ButtonRow } from '../../ui/form/button';
import { formatDate } from '../../ui/format';
import { chosenDays, type PeriodChoice } from '../detail/growth/detail-view';
import { readingsOf, seriesOf } from '../detail/growth/readings';
import { Choices } from '../../ui/form/choices';
import type { CompareView } from './compare-view';
import type { KnownCompared } from './use-compared';

interface CompareCardProps {
  readonly known: readonly KnownCompared[];
  readonly view: CompareView;
  readonly onChooseScale: (scale: Scale) => void;
}

const scaleOptions = [
  { value: 'count', name: 'Count' },
  { value: 'index', name: `Index (start = ${INDEX_START})` },
] as const;

/** The lines of a comparison, as counts or as an index, with what they are based on. */
export function CompareCard({ known, view: { metric, period, scale: chosenScale, items }, onChooseScale }: CompareCardProps) {
  const chart = useRef<HTMLDivElement>(null);
  const entity = items[0]?.entity ?? 'board';
  const name = metricName(entity, metric);
  const counts = useMemo(() => known.map(({ details }) => countsOf(details, metric, period)), [known, metric, period]);
  const scale = chosenScale ?? suitableScale(counts);
  const points = scale === 'index' ? indexedLines(counts) : counts;
  const names = distinctNames(known);
  const csvNames = known.map(({ details }, index) => titleWithWholeId(details._id, names[index] ?? details.title));
  const lines = known.map(({ item, place, details }, index): ComparedLine => ({
    key: item.id,
    name: names[index] ?? details.title,
    owner: rowUsername(details),
    index: place,
    points: points[index] ?? [],
  }));
  const drawn = lines.filter((line) => line.points.length > 1);
  const namesWhere = (test: (points: readonly DayPoint[], index: number) => boolean) =>
    lines.filter((line, index) => test(line.points, index)).map((line) => line.name);
  // An index leaves no point of a line that starts at 0.
  const startsAtZero = (shown: readonly DayPoint[], index: number) => shown.length === 0 && (counts[index]?.length ?? 0) > 1;
  const withoutIndex = namesWhere(startsAtZero);
  const missing = namesWhere((shown, index) => shown.length <= 1 && !startsAtZero(shown, index));
  useShortcuts({ i: () => onChooseScale(scale === 'index' ? 'count' : 'index') });
  const format = (value: number) => (scale === 'index' ? fixedNumber(value, 1) : wholeNumber(value));
  return (
    <Card aria-label={name}>
      <CardHead>
        <CardTitle>{name}</CardTitle>
        <Choices label="Scale" options={scaleOptions} value={scale} onChoose={onChooseScale} />
      </CardHead>
      {drawn.length === 0 ? (
        <EmptyText>
          {withoutIndex.length > 0 ? 'An index cannot start at 0. Choose “Count” to see the lines.' : ONE_READING_SENTENCE}
        </EmptyText>
      ) : (
        <>
          <ComparisonChart name={name} summary={linesSummary(name, drawn, format)} lines={drawn} formatValue={format} chart={chart} />
          <p className="caption" data-testid="compare-note">
            {[
              scale === 'index' && `${INDEX_START} = ${formatDate(dayLabel(firstCommonDay(counts) ?? 0))}, the first day that all have.`,
              scale === 'index' && chosenScale === null && 'Shown as an index because sizes differ.',
              withoutIndex.length > 0 && `Without a line, because an index cannot start at 0: ${withoutIndex.join(', ')}.`,
              omissionText(
                0,
                drawn.some((line) => gapsOf(line.points).length > 0),
              ),
              missing.length > 0 && `Without a line, for lack of readings: ${missing.join(', ')}.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          <ButtonRow>
            <Button kind="quiet" onClick={() => saveLines(`compare-${metric}.csv`, csvNames, counts)}>
              Download CSV
            </Button>
            <DownloadPicture chart={chart} fileName={`compare-${metric}.png`} />
          </ButtonRow>
        </>
      )}
    </Card>
  );
}

/** The titles, with the owner or the id behind those that are alike. */
function distinctNames(known: readonly KnownCompared[]): readonly string[] {
  const titles = known.map(({ details }) => titleWithWholeId(details._id, details.title));
  return known.map(({ details }, index) =>
    titles.filter((title) => title === titles[index]).length === 1
      ? details.title
      : `${details.title} (${rowUsername(details) ?? details._id})`,
  );
}

/** The readings of an entity's line over a period. */
function countsOf(details: KnownCompared['details'], metric: Metric, period: PeriodChoice): readonly DayPoint[] {
  const series = seriesOf(details)[metric];
  return series ? toDayPoints(readingsOf(series, metric, chosenDays(period)).shown) : [];
}
