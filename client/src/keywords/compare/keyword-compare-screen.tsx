import { type ReactNode, useEffect, useRef, useState } from 'react';
import { parseComparedKeywords } from '#domain/keywords/compared-keywords';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { formatCount, wholeNumber } from '#domain/numbers';
import { MAX_COMPARED, premiumSentences } from '#domain/subscriptions/entitlements';
import { navigate } from '../../site/navigation';
import { paths } from '../../site/paths';
import { useMaxCompared } from '../../site/session';
import { LineMark } from '../../ui/charts/comparison/line-mark';
import { classes } from '../../ui/classes';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { SkeletonBars } from '../../ui/feedback/skeleton-bars';
import { Button, ButtonLink, IconButton } from '../../ui/form/button';
import { TextForm } from '../../ui/form/text-form';
import { Screen } from '../../ui/navigation/screen';
import { SeePremium } from '../../ui/navigation/see-premium';
import { useSearchText } from '../../ui/navigation/use-path';
import { comparisonUrl, curveName } from '../keyword-view';
import type { OwnVolumes } from '../keyword-table';
import { type ComparedKeyword, KeywordCompareTable, useComparedKeywords } from './keyword-compare-table';
import type { InterestCurve } from '#domain/keywords/contract';
import { toolOf } from '#domain/keywords/interest/search-interest';
import { Card } from '../../ui/card';
import { gapsOf, omissionText, toDayPoints } from '../../ui/charts/chart-points';
import { type ComparedLine, ComparisonChart } from '../../ui/charts/comparison/comparison-chart';
import { EmptyText } from '../../ui/feedback/empty-text';
import { Select } from '../../ui/form/select';
import styles from './keyword-compare.module.css';

interface KeywordCompareScreenProps {
  /** Renders the table with what Pinterest tells the user alone about the keywords. */
  readonly renderVolumes: (keywords: readonly string[], renderTable: (ownVolumes: OwnVolumes | null) => ReactNode) => ReactNode;
}

const compare = (keywords: readonly string[]): void => navigate(comparisonUrl(keywords), { replace: true });

/** `/keywords/compare?keywords=`: up to five keywords side by side. The address holds all that is chosen. */
export function KeywordCompareScreen({ renderVolumes }: KeywordCompareScreenProps) {
  const named = parseComparedKeywords(new URLSearchParams(useSearchText()).get('keywords') ?? '');
  const maxKeywords = useMaxCompared();
  const keywords = named.slice(0, maxKeywords);
  const focusAfterChange = useFocusAfterChange();
  const remove = (keyword: string) => {
    focusAfterChange(keywords.indexOf(keyword));
    compare(named.filter((one) => one !== keyword));
  };
  const add = (keyword: string) => {
    if (keyword === '') return;
    focusAfterChange(keywords.length);
    compare([...keywords, keyword]);
  };
  return (
    <Screen className="stack gap-4">
      <Keywords keywords={keywords} onRemove={remove} />
      {keywords.length < maxKeywords && (
        <TextForm label="Add a keyword" action="Add" kind="plain" maxLength={MAX_KEYWORD_LENGTH} isEmptied onSend={add} />
      )}
      <LimitNotes leftOut={named.length - keywords.length} isFull={keywords.length === maxKeywords} onRemove={() => compare(keywords)} />
      {keywords.length === 0 && (
        <EmptyPanel title="Nothing to compare yet." label="Nothing to compare" testId="compare-empty">
          <p>Select keywords in their list and choose Compare, or type one above.</p>
          <ButtonLink href={paths.keywords}>Keywords</ButtonLink>
        </EmptyPanel>
      )}
      {keywords.length === 1 && <p className="muted">Add another to compare.</p>}
      {keywords.length > 0 && <ComparedKeywords keywords={keywords} renderVolumes={renderVolumes} />}
    </Screen>
  );
}

/** Where what had the focus is gone with a change, moves it to the keyword that took the place, or else to the field for another. */
function useFocusAfterChange(): (place: number) => void {
  const changedPlace = useRef<number | null>(null);
  useEffect(() => {
    const place = changedPlace.current;
    changedPlace.current = null;
    if (place === null || document.activeElement !== document.body) return;
    const buttons = document.querySelectorAll<HTMLElement>('[data-testid="compared-chip"] button');
    (buttons[Math.min(place, buttons.length - 1)] ?? document.querySelector<HTMLElement>('main form input'))?.focus();
  });
  return (place) => void (changedPlace.current = place);
}

interface ComparisonProps extends KeywordCompareScreenProps {
  readonly keywords: readonly string[];
}

function ComparedKeywords({ keywords, renderVolumes }: ComparisonProps) {
  const { data, shown, error, busy, reload } = useComparedKeywords(keywords);
  if (error && !data) return <ErrorPanel title="We couldn't load all of them." error={error} onRetry={reload} />;
  if (shown === null) return <SkeletonBars heights={[420]} data-testid="compare-skeleton" />;
  const compared = shown.keywords;
  return (
    <div className="stack gap-4" aria-busy={busy}>
      {renderVolumes(
        compared.map(({ keyword }) => keyword),
        (ownVolumes) => (
          <KeywordCompareTable compared={compared} ownVolumes={ownVolumes} />
        ),
      )}
      <CurvesCard compared={compared} />
    </div>
  );
}

interface LimitNotesProps {
  /** How many keywords of the address are not compared. */
  readonly leftOut: number;
  readonly isFull: boolean;
  readonly onRemove: () => void;
}

/** Says how many can be compared, once as many are. */
function LimitNotes({ leftOut, isFull, onRemove }: LimitNotesProps) {
  const isPremium = useMaxCompared() === MAX_COMPARED;
  return (
    <>
      {isFull && !isPremium && (
        <p className="caption" data-testid="compare-limit">
          {premiumSentences.more_compared} <SeePremium />
        </p>
      )}
      {leftOut > 0 && (
        <p data-testid="compare-locked">
          {isPremium && `Up to ${MAX_COMPARED} can be compared. `}
          {formatCount(leftOut, 'more keyword is', 'more keywords are')} in the address.{' '}
          <Button kind="quiet" onClick={onRemove}>
            Leave out
          </Button>
        </p>
      )}
    </>
  );
}

interface KeywordsProps {
  readonly keywords: readonly string[];
  readonly onRemove: (keyword: string) => void;
}

/** The compared keywords with their marks; each can be removed. */
const Keywords = ({ keywords, onRemove }: KeywordsProps) => (
  <ul className="cluster gap-2" aria-label="Compared">
    {keywords.map((keyword, place) => (
      <li key={keyword} className={classes('inline-row tap surface gap-2', styles.chip)} data-testid="compared-chip">
        <LineMark index={place} />
        <bdi className="anywhere">{keyword}</bdi>
        <IconButton icon="close" iconSize={16} aria-label={`Remove ${keyword}`} onClick={() => onRemove(keyword)} />
      </li>
    ))}
  </ul>
);

const CURVES_TITLE = 'Search interest';

/** The imported curves of the keywords in one chart, of one region and source; nothing where none were imported. */
function CurvesCard({ compared }: { readonly compared: readonly ComparedKeyword[] }) {
  const [chosen, setChosen] = useState('');
  const scales = scalesOf(compared);
  const scale = scales.find(({ value }) => value === chosen) ?? scales[0];
  if (!scale) return null;
  const curveOf = ({ interest }: ComparedKeyword): InterestCurve | undefined =>
    interest.curves.find((curve) => scaleOf(curve) === scale.value);
  const lines = compared.map((one, index): ComparedLine => ({
    key: one.keyword,
    name: one.keyword,
    owner: null,
    index,
    points: toDayPoints((curveOf(one)?.points ?? []).map(({ date, value }) => ({ day: date, value }))),
  }));
  const drawn = lines.filter(({ points }) => points.length > 1);
  const missing = lines.filter(({ points }) => points.length <= 1).map((line) => line.name);
  return (
    <Card hasSmallTitle title={CURVES_TITLE} className="stack gap-2" data-testid="compared-curves">
      {scales.length > 1 && <Select label="Region and source" value={scale.value} onChange={setChosen} options={scales} />}
      {drawn.length === 0 ? (
        <EmptyText>There is only one value yet.</EmptyText>
      ) : (
        <ComparisonChart
          name={CURVES_TITLE}
          lines={drawn}
          formatValue={wholeNumber}
          notes={[
            `${scale.name}. Values as in the source, and not counted in this catalog.`,
            omissionText(
              0,
              drawn.some(({ points }) => gapsOf(points).length > 0),
            ),
            missing.length > 0 && `Without a line: ${missing.join(', ')}.`,
          ]}
          fileName="compare-keywords"
        />
      )}
    </Card>
  );
}

/** The region and tool of a curve. Files that name no tool count as one, whatever they are called. */
const scaleOf = ({ region, sources }: InterestCurve): string => JSON.stringify([region, toolOf(sources[0]?.name ?? '')]);

/** The regions and tools of curves as options, the one that most of the keywords have first. */
function scalesOf(compared: readonly ComparedKeyword[]): readonly { readonly value: string; readonly name: string }[] {
  const curves = Map.groupBy(
    compared.flatMap(({ interest }) => interest.curves),
    scaleOf,
  );
  return [...curves]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([value, ofScale]) => {
      const [name = '', ...others] = new Set(ofScale.map(curveName));
      return { value, name: [name || 'Not named', ...others].join('; ') };
    });
}
