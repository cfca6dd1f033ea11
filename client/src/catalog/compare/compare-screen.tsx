import { useMemo } from 'react';
import type { ComparedItem } from '#domain/catalog/compare/compared-items';
import { type Metric, metricName } from '#domain/catalog/metrics';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { fixedNumber, formatCount, wholeNumber } from '#domain/numbers';
import { MAX_COMPARED, premiumSentences } from '#domain/subscriptions/entitlements';
import { firstCommonDay, INDEX_START, indexedLines, type Scale, suitableScale } from '#domain/analytics/growth/chart/compared-lines';
import { pointsOfWindow } from '#domain/analytics/growth/chart/measure';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { titleWithWholeId } from '#domain/catalog/title';
import { type Day, dayLabel } from '#domain/days';
import { classes } from '../../ui/classes';
import { paths } from '../../site/paths';
import { usePicturePreconnect } from '../../site/pictures';
import { useMaxCompared } from '../../site/session';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonBars } from '../../ui/feedback/skeleton-bars';
import { Spinner } from '../../ui/feedback/spinner';
import { Button, ButtonLink, ButtonRow } from '../../ui/form/button';
import { Screen } from '../../ui/navigation/screen';
import { SeePremium } from '../../ui/navigation/see-premium';
import { chartedMetrics, choiceName, chosenDays, type PeriodChoice } from '../detail/growth/detail-view';
import { PeriodSwitch } from '../detail/growth/period-switch';
import { AddItem } from './add-item';
import { CompareTable } from './compare-table';
import { type CompareView, useCompareView } from './compare-view';
import { ComparedChips } from './compared-chips';
import { Choices } from '../../ui/form/choices';
import { isKnown, type KnownCompared, useCompared } from './use-compared';
import { useShortcuts } from '../../site/shortcuts';
import { Card } from '../../ui/card';
import { gapsOf, omissionText, ONE_READING_SENTENCE, toDayPoints } from '../../ui/charts/chart-points';
import { type ComparedLine, ComparisonChart } from '../../ui/charts/comparison/comparison-chart';
import { EmptyText } from '../../ui/feedback/empty-text';
import { rowUsername } from '../../ui/entity-names';
import { formatDate } from '../../ui/format';
import { readingsOf, seriesOf } from '../detail/growth/readings';
import styles from './compare-screen.module.css';

/** `/compare`: up to five entities of one kind side by side. The address holds all that is chosen. */
export function CompareScreen() {
  const [view, choose] = useCompareView();
  const maxItems = useMaxCompared();
  const { data, error, busy, reload } = useCompared(view.items);
  usePicturePreconnect();
  const compared = data ?? [];
  const known = compared.filter(isKnown);
  const [first] = view.items;
  const setItems = (items: readonly ComparedItem[]) => choose({ items });
  if (!first)
    return (
      <Screen className="stack gap-4">
        <EmptyPanel title="Nothing to compare yet." label="Nothing to compare" testId="compare-empty">
          <p>Select boards, influencers, or pins in their list and choose Compare, or paste the address of a page here.</p>
          <AddItem compared={[]} items={[]} onAdd={(item) => setItems([item])} />
          <ButtonRow>
            <ButtonLink href={paths.boards}>Boards</ButtonLink>
            <ButtonLink href={paths.pinners}>Influencers</ButtonLink>
            <ButtonLink href={paths.pins}>Pins</ButtonLink>
          </ButtonRow>
        </EmptyPanel>
      </Screen>
    );
  return (
    <Screen className="stack gap-4" isReady={data !== null}>
      <div className="cluster relative gap-2">
        <ComparedChips compared={compared} items={view.items} onChange={(items) => setItems([...items, ...view.lockedItems])} />
        {view.items.length < maxItems && (
          <AddItem compared={compared} items={view.items} onAdd={(item) => setItems([...view.items, item])} />
        )}
        {view.items.length === maxItems && maxItems < MAX_COMPARED && view.lockedItems.length === 0 && (
          <p className="caption" data-testid="compare-limit">
            {premiumSentences.more_compared} <SeePremium />
          </p>
        )}
        {busy && <Spinner busy />}
      </div>
      <LeftOut view={view} onRemove={() => setItems(view.items)} />
      <div className={classes('cluster items-stretch gap-2 gap-x-6', styles.controls)}>
        <Choices
          label="Figure"
          options={chartedMetrics[first.entity].map((metric) => ({ value: metric, name: metricName(first.entity, metric) }))}
          value={view.metric}
          onChoose={(metric) => choose({ metric })}
        />
        <PeriodSwitch view={{ ...view, window: null }} hiddenSince={null} onChoose={(period) => choose({ period })} />
      </div>
      {error && <ErrorPanel title="We couldn't load all of them." error={error} onRetry={reload} />}
      {data === null && !error && <SkeletonBars heights={[420, 300]} data-testid="compare-skeleton" />}
      {compared.length === 1 && view.items.length === 1 && (
        <p className="muted" data-testid="compare-hint">
          Add another to compare.
        </p>
      )}
      {compared.length > 0 && (
        <>
          <CompareCard known={known} view={view} onChooseScale={(scale) => choose({ scale })} />
          <CompareTable known={known} view={view} />
        </>
      )}
    </Screen>
  );
}

/** Says which items of the address are not compared, and why. */
function LeftOut({ view: { items, lockedItems, otherKinds }, onRemove }: { readonly view: CompareView; readonly onRemove: () => void }) {
  const { many } = variantNouns[variantOf[items[0]?.entity ?? 'board']];
  const isFull = items.length >= MAX_COMPARED;
  return (
    <>
      {otherKinds.length > 0 && (
        <Notice>
          Only things of one kind can be compared. These are {many}, so {formatCount(otherKinds.length, 'item', 'items')} of another kind{' '}
          {otherKinds.length === 1 ? 'is' : 'are'} left out.
        </Notice>
      )}
      {lockedItems.length > 0 && (
        <div className={classes('tint cluster between gap-2', styles.locked)} data-testid="compare-locked">
          <p>
            {isFull ? `Up to ${MAX_COMPARED} can be compared.` : premiumSentences.more_compared}{' '}
            {formatCount(lockedItems.length, 'more item is', 'more items are')} in the address. {!isFull && <SeePremium />}
          </p>
          <Button onClick={onRemove}>Leave {lockedItems.length === 1 ? 'it' : 'them'} out</Button>
        </div>
      )}
    </>
  );
}

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
function CompareCard({ known, view: { metric, period, scale: chosenScale, items }, onChooseScale }: CompareCardProps) {
  const entity = items[0]?.entity ?? 'board';
  const name = metricName(entity, metric);
  const { counts, lastDays, endDay, isReadTwice } = useMemo(() => readingsSideBySide(known, metric, period), [known, metric, period]);
  const scale = chosenScale ?? suitableScale(counts);
  const points = scale === 'index' ? indexedLines(counts) : counts;
  const names = distinctNames(known);
  const saved = known.map(({ details }, index) => ({
    name: titleWithWholeId(details._id, names[index] ?? details.title),
    points: counts[index] ?? [],
  }));
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
  const missing = lines.flatMap(({ name: missed, points: shown }, index) =>
    shown.length > 1 || startsAtZero(shown, index) ? [] : withLastDay(missed, lastDays[index]),
  );
  const days = daysOf(period, endDay);
  useShortcuts({ i: () => onChooseScale(scale === 'index' ? 'count' : 'index') });
  const format = (value: number) => (scale === 'index' ? fixedNumber(value, 1) : wholeNumber(value));
  return (
    <Card hasSmallTitle title={name} side={<Choices label="Scale" options={scaleOptions} value={scale} onChoose={onChooseScale} />}>
      {drawn.length === 0 ? (
        <EmptyText>
          {withoutIndex.length > 0 && 'An index cannot start at 0. Choose “Count” to see the lines.'}
          {withoutIndex.length === 0 && (isReadTwice ? `None was read twice${days}.` : ONE_READING_SENTENCE)}
        </EmptyText>
      ) : (
        <ComparisonChart
          name={name}
          lines={drawn}
          formatValue={format}
          notes={[
            scale === 'index' && `${INDEX_START} = ${formatDate(dayLabel(firstCommonDay(counts) ?? 0))}, the first day that all have.`,
            scale === 'index' && chosenScale === null && 'Shown as an index because sizes differ.',
            withoutIndex.length > 0 && `Without a line, because an index cannot start at 0: ${withoutIndex.join(', ')}.`,
            omissionText(
              0,
              drawn.some((line) => gapsOf(line.points).length > 0),
            ),
            missing.length > 0 && `Without a line, for lack of readings${days}: ${missing.join(', ')}.`,
          ]}
          fileName={`compare-${metric}`}
          saved={saved}
        />
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

/** ` in the 90 days to Nov 19, 2026`; nothing for all time. */
const daysOf = (period: PeriodChoice, endDay: Day): string =>
  period === 'all' ? '' : ` in the ${choiceName(period)} to ${formatDate(dayLabel(endDay))}`;

/** `Home decor (last read Dec 1, 2022)` */
const withLastDay = (name: string, day: Day | undefined): string =>
  day === undefined ? name : `${name} (last read ${formatDate(dayLabel(day))})`;

/** The readings of each entity over the period that ends with the newest reading of all, and the day of each one's last reading. */
function readingsSideBySide(known: readonly KnownCompared[], metric: Metric, period: PeriodChoice) {
  const all = known.map(({ details }) => {
    const series = seriesOf(details)[metric];
    return series ? toDayPoints(readingsOf(series, metric, null).shown) : [];
  });
  const lastDays = all.map((points) => points.at(-1)?.day);
  const endDay = Math.max(...lastDays.filter((day) => day !== undefined));
  const days = chosenDays(period);
  const counts = days === null ? all : all.map((points) => pointsOfWindow(points, { from: endDay - days, to: endDay }));
  return { counts, lastDays, endDay, isReadTwice: all.some((points) => points.length > 1) };
}
