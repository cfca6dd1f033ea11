import { classes } from '../ui/classes';
import { type ReactNode, Suspense, useState } from 'react';
import type { Keyword } from '#domain/keywords/contract';
import { formatCount } from '#domain/numbers';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { CACHE_TTL_MS, useEndpoint } from '../api/resource';
import { goBack } from '../site/navigation';
import { entityIdFromPath, paths } from '../site/paths';
import { useSearchAccess, useUser } from '../site/session';
import { usePicturePreconnect } from '../site/pictures';
import { Card } from '../ui/card';
import { CountFact, Fact, FactList } from '../ui/fact';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Notice } from '../ui/feedback/notice';
import { SkeletonBars } from '../ui/feedback/skeleton-bars';
import { Button, ButtonLink, ButtonRow } from '../ui/form/button';
import { formatDate, formatScore, formatShare } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { Icon } from '../ui/icon';
import { Link } from 'wouter';
import { Screen } from '../ui/navigation/screen';
import { SeePremium } from '../ui/navigation/see-premium';
import { usePath } from '../ui/navigation/use-path';
import { Competition } from './competition';
import { HowWeCount } from './how-we-count';
import { comparisonUrl } from './keyword-view';
import { KeywordTable, MomentumWithTrend } from './keyword-table';
import { SeasonChart, Strongest, TopPins } from './keyword-works';
import { useShortcuts } from '../site/shortcuts';
import { notify } from '../site/toast';
import { removeKeywords, savedKeywords, saveKeywords } from '../site/saved-keywords';
import { inOwnChunk } from '../ui/own-chunk';
import styles from './keyword-screen.module.css';

/** Saves a keyword or removes it again, also by the key `s`; signed-in users only. */
function SaveKeywordButton({ keyword }: { readonly keyword: string }) {
  const user = useUser();
  const { data } = savedKeywords.useLoaded();
  const [busy, setBusy] = useState(false);
  const isSaved = data?.keywords.some((saved) => saved.keyword === keyword) ?? false;
  const toggle = async () => {
    // The button keeps the focus meanwhile.
    if (busy) return false;
    setBusy(true);
    const isDone = await (isSaved ? removeKeywords : saveKeywords)([keyword]);
    setBusy(false);
    return isDone;
  };
  // The key says what it did: the button may be out of sight.
  const toggleByKey = async () => {
    if (data && (await toggle())) notify(isSaved ? 'Removed from your saved keywords.' : 'Saved to your keywords.', 'success');
  };
  useShortcuts(user ? { s: () => void toggleByKey() } : {});
  if (!user) return null;
  return (
    <Button aria-pressed={isSaved} disabled={!data} onClick={() => void toggle()}>
      <Icon name={isSaved ? 'check' : 'star'} /> {isSaved ? 'Saved' : 'Save'}
    </Button>
  );
}

const SearchInterestSection = inOwnChunk(() => import('./interest/search-interest'), 'SearchInterestSection');

interface KeywordScreenProps {
  /** What Pinterest tells the user alone about the keyword. */
  readonly renderOwnNumbers: (keyword: string) => ReactNode;
}

/** `/keywords/:keyword` */
export function KeywordScreen({ renderOwnNumbers }: KeywordScreenProps) {
  const name = entityIdFromPath(usePath()) ?? '';
  const { data: answer, error, reload } = useEndpoint('GET /keywords/:keyword', { params: { keyword: name } }, { keptMs: CACHE_TTL_MS });
  usePicturePreconnect();
  const keyword = answer === null || answer.pins === null ? null : answer;
  const title = keyword?.keyword ?? name;
  return (
    <Screen
      title={title}
      heading={title}
      isReady={answer !== null}
      className="stack gap-4"
      aboveHeading={
        <div className="row items-start between gap-2">
          <Button onClick={() => goBack(paths.keywords)}>
            <Icon name="back" /> Back
          </Button>
          {keyword && (
            <ButtonRow>
              <ButtonLink href={comparisonUrl([keyword.keyword])}>Compare</ButtonLink>
              <SaveKeywordButton keyword={keyword.keyword} />
            </ButtonRow>
          )}
        </div>
      }
    >
      {answer && <Answer name={name} keyword={keyword} ownNumbers={renderOwnNumbers(title)} />}
      {!answer && error?.status === 404 && (
        <>
          <TooFewPins name={name} />
          {renderOwnNumbers(name)}
        </>
      )}
      {!answer && error && error.status !== 404 && <ErrorPanel title="We couldn't load this keyword." error={error} onRetry={reload} />}
      {!answer && !error && <SkeletonBars heights={[120, 240]} data-testid="keyword-skeleton" />}
    </Screen>
  );
}

interface AnswerProps {
  readonly name: string;
  /** Null: too few pins. */
  readonly keyword: Keyword | null;
  readonly ownNumbers: ReactNode;
}

const Answer = ({ name, keyword, ownNumbers }: AnswerProps) => (
  <>
    {keyword ? <Counted keyword={keyword} /> : <TooFewPins name={name} />}
    {ownNumbers}
    <Suspense fallback={null}>
      <SearchInterestSection keyword={keyword?.keyword ?? name} />
    </Suspense>
    {keyword && (
      <>
        <HowWeCount />
        <p className="caption">
          Counted {formatDate(keyword.as_of)}. {formatCount(keyword.known_pins, 'pin', 'pins')} with known saves, {keyword.measured_pins}{' '}
          with readings for momentum.
        </p>
      </>
    )}
  </>
);

/** The figures of a keyword, and its related keywords and works. */
function Counted({ keyword }: { readonly keyword: Keyword }) {
  const { top_pins: pins, top_boards: boards, top_pinners: pinners } = keyword;
  return (
    <>
      <FiguresCard keyword={keyword} />
      <Related keyword={keyword} />
      {pins.length > 0 && <TopPins pins={pins} />}
      <div className={classes('stack items-start gap-4', styles.columns)}>
        {boards.length > 0 && <Strongest entity="board" rows={boards} />}
        {pinners.length > 0 && <Strongest entity="pinner" rows={pinners} />}
        {keyword.season && <SeasonChart shares={keyword.season} keyword={keyword} />}
      </div>
    </>
  );
}

function FiguresCard({ keyword }: { readonly keyword: Keyword }) {
  const canSearch = canSearchWith(useSearchAccess());
  return (
    <Card aria-label="Figures" className="stack gap-3">
      <FactList>
        <CountFact name="Pins" value={keyword.pins} />
        <CountFact name="Boards about it" value={keyword.boards} />
        {keyword.saves !== null && <CountFact name="Saves" value={keyword.saves} />}
        {keyword.saves_per_pin !== null && <CountFact name="Saves per pin" value={keyword.saves_per_pin} />}
        <Fact name="Competition">
          <Competition row={keyword} />
        </Fact>
        <Fact name="Momentum">
          <MomentumWithTrend row={keyword} />
        </Fact>
        <Fact name="Saves in 90 days">
          <GrowthPercent percent={keyword.growth_percent} />
        </Fact>
        {keyword.fresh !== null && <Fact name="Fresh">{formatShare(keyword.fresh)}</Fact>}
        {keyword.opportunity !== undefined && <Fact name="Opportunity">{formatScore(keyword.opportunity)}</Fact>}
      </FactList>
      <p className="muted">
        {keyword.competition_reason} {canSearch && <Link href={paths.search('pins', keyword.keyword)}>See its pins</Link>}
      </p>
    </Card>
  );
}

function Related({ keyword: { related } }: { readonly keyword: Keyword }) {
  if (related === undefined)
    return (
      <Notice>
        {premiumSentences.keyword_insights} <SeePremium />
      </Notice>
    );
  return (
    <Card hasSmallTitle title="Related keywords">
      {related.length === 0 ? (
        <p className="muted">No other keyword is on five of the same pins more often than chance says.</p>
      ) : (
        <KeywordTable name="Related keywords" rows={related} />
      )}
    </Card>
  );
}

function TooFewPins({ name }: { readonly name: string }) {
  const canSearch = canSearchWith(useSearchAccess());
  return (
    <EmptyPanel title="Too few pins to judge: fewer than five had this keyword last night." label="Not found" testId="keyword-missing">
      <ButtonRow>
        {canSearch && <ButtonLink href={paths.search('pins', name)}>Look at its pins anyway</ButtonLink>}
        <ButtonLink href={paths.keywords}>All keywords</ButtonLink>
      </ButtonRow>
    </EmptyPanel>
  );
}
