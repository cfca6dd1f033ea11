import { type ReactNode, useEffect, useRef } from 'react';
import { parseComparedKeywords } from '#domain/keywords/compared-keywords';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { formatCount } from '#domain/numbers';
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
import { comparisonUrl } from '../keyword-view';
import { CurvesCard } from './curves-card';
import type { OwnVolumes } from '../keyword-table';
import { KeywordCompareTable, useComparedKeywords } from './keyword-compare-table';
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
