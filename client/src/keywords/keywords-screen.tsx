import type { ReactNode } from 'react';
import type { KeywordPage } from '#domain/keywords/contract';
import { type KeywordOrder, keywordOrderNames, keywordOrders } from '#domain/keywords/keyword-orders';
import { DEFAULT_PER_PAGE } from '#domain/catalog/variants';
import { formatCount } from '#domain/numbers';
import { MAX_FREE_PAGES, premiumSentences } from '#domain/subscriptions/entitlements';
import { api, endpointUrl } from '../api/api';
import type { ApiError } from '../api/api-error';
import { downloadFile } from '../api/download';
import { CACHE_TTL_MS, useEndpoint } from '../api/resource';
import { navigate } from '../site/navigation';
import { paths } from '../site/paths';
import { useEntitlement, useUser } from '../site/session';
import { classes } from '../ui/classes';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Notice } from '../ui/feedback/notice';
import { SkeletonBars } from '../ui/feedback/skeleton-bars';
import { Button, ButtonLink } from '../ui/form/button';
import { Select } from '../ui/form/select';
import { useSubmission } from '../ui/form/use-submission';
import { formatDate } from '../ui/format';
import { Icon } from '../ui/icon';
import { Pagination } from '../ui/navigation/pagination';
import { Screen } from '../ui/navigation/screen';
import { SeePremium } from '../ui/navigation/see-premium';
import { useSearchText } from '../ui/navigation/use-path';
import { useIsNarrow } from '../ui/use-media';
import { HowWeCount } from './how-we-count';
import { KeywordFilters, NoKeywords } from './keyword-filters';
import { type SelectedKeywords, KeywordSelectionBar, useKeywordSelection } from './keyword-selection';
import { KeywordFinder } from './keyword-finder';
import { KeywordTable, type OwnVolumes } from './keyword-table';
import { keywordListQuery, keywordsUrl, type KeywordsView, orderNote, parseKeywordsView, SAVED_KEYWORDS_URL } from './keyword-view';
import { SavedKeywordTable } from './saved-keyword-list';
import styles from './keywords-screen.module.css';

interface KeywordsScreenProps {
  /** Renders the table of keywords with Pinterest's volumes, which the viewer alone sees, where there are any. */
  readonly renderTable: (keywords: readonly string[], render: (ownVolumes: OwnVolumes | null) => ReactNode) => ReactNode;
  /** Orders the keywords of a view by what Pinterest tells the viewer alone; `loadPage` loads a page of them. */
  readonly renderVolumes: (
    viewKey: string,
    loadPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<KeywordPage>,
  ) => ReactNode;
  /** Renders what came of a saved keyword at Pinterest; without one, what all of them have in common. */
  readonly renderResults: (keyword: string | null) => ReactNode;
}

/** Of the rows that load, in pixels. */
const rowHeights = Array<number>(DEFAULT_PER_PAGE).fill(30);

/** `/keywords`; with `?saved=1`, the signed-in user's saved keywords. */
export function KeywordsScreen({ renderResults, ...rendered }: KeywordsScreenProps) {
  const view = parseKeywordsView(useSearchText());
  const user = useUser();
  return view.isSaved && user ? <SavedKeywordsScreen renderResults={renderResults} /> : <AllKeywordsScreen view={view} {...rendered} />;
}

const SavedKeywordsScreen = ({ renderResults }: Pick<KeywordsScreenProps, 'renderResults'>) => (
  <Screen
    title="Saved keywords"
    heading="Saved keywords"
    className="stack gap-4"
    aboveHeading={
      <div>
        <ButtonLink href={paths.keywords}>
          <Icon name="back" /> All keywords
        </ButtonLink>
      </div>
    }
  >
    <SavedKeywordTable renderResults={renderResults} />
  </Screen>
);

/** Leads signed-in users to their saved keywords, and those with a linked account to trends. */
function SavedLink() {
  const user = useUser();
  return (
    user && (
      <>
        <ButtonLink href={SAVED_KEYWORDS_URL}>Saved</ButtonLink>
        {user.username !== null && <ButtonLink href={paths.trends}>Trends at Pinterest</ButtonLink>}
      </>
    )
  );
}

type AllKeywordsScreenProps = Omit<KeywordsScreenProps, 'renderResults'> & { readonly view: KeywordsView };

function AllKeywordsScreen({ view, renderTable, renderVolumes }: AllKeywordsScreenProps) {
  const selection = useKeywordSelection();
  const listQuery = keywordListQuery(view);
  const query = { ...listQuery, page: view.page };
  const { data: own, shown: data, error, busy, reload } = useEndpoint('GET /keywords', { query }, { keptMs: CACHE_TTL_MS });
  const hasInsights = useEntitlement('keyword_insights');
  const isNarrow = useIsNarrow();
  const exportButton = <ExportButton view={view} isEmpty={data?.total === 0} />;
  return (
    <Screen isReady={data !== null} className="stack gap-4">
      <p className="lead">What pins are about, how hard it is to be seen, and what grows. Counted in this catalog, every night.</p>
      <div className={classes('cluster items-end gap-3', styles.controls)}>
        <KeywordFinder view={view} />
        <OrderMenu view={view} order={data?.order_by ?? null} hasInsights={hasInsights} />
        {!isNarrow && exportButton}
        <SavedLink />
        <KeywordFilters view={view} />
      </div>
      {error && <LoadFailure view={view} error={error} onRetry={reload} />}
      {!data && !error && <SkeletonBars heights={rowHeights} className="stack gap-3" data-testid="keywords-skeleton" />}
      {data && !error && (
        <div className={classes('stack gap-4', own === null && 'stale')} aria-busy={busy}>
          <Results data={data} view={view} selection={selection} renderTable={renderTable} />
          {isNarrow && exportButton}
        </div>
      )}
      {renderVolumes(JSON.stringify(listQuery), (page, pageSize, signal) =>
        api('GET /keywords', { query: { ...listQuery, page, per_page: pageSize }, signal }),
      )}
      <KeywordSelectionBar selection={selection} isSaved={false} />
      {!hasInsights && !error && data !== null && data.total > 0 && (
        <Notice>
          {premiumSentences.keyword_insights} <SeePremium />
        </Notice>
      )}
      <HowWeCount />
    </Screen>
  );
}

interface LoadFailureProps {
  readonly view: KeywordsView;
  readonly error: ApiError;
  readonly onRetry: () => unknown;
}

/** Takes the place of the keywords: why they are not there, and the way back to free ones if only Premium includes them. */
function LoadFailure({ view, error, onRetry }: LoadFailureProps) {
  if (error.code !== 'premium_required') return <ErrorPanel title="We couldn't load the keywords." error={error} onRetry={onRetry} />;
  const freeOrder = view.order === 'opportunity' ? null : view.order;
  return (
    <EmptyPanel title={error.message} label="Premium" testId="premium-panel">
      <p>
        <SeePremium />
      </p>
      <ButtonLink href={keywordsUrl({ ...view, order: freeOrder, page: Math.min(view.page, MAX_FREE_PAGES) })}>
        {view.page > MAX_FREE_PAGES ? `Back to page ${MAX_FREE_PAGES}` : 'Show the free order'}
      </ButtonLink>
    </EmptyPanel>
  );
}

interface OrderMenuProps {
  readonly view: KeywordsView;
  /** The order of the shown rows. */
  readonly order: KeywordOrder | null;
  readonly hasInsights: boolean;
}

function OrderMenu({ view, order, hasInsights }: OrderMenuProps) {
  const options = keywordOrderNames
    .filter((value) => value !== 'opportunity' || hasInsights || view.order === value)
    .map((value) => ({ value, name: value === 'competition' ? 'Lowest competition' : keywordOrders[value] }));
  const shown = view.order ?? order ?? 'pins';
  return (
    <Select
      label="Order by"
      value={shown}
      options={options}
      onChange={(value) => navigate(keywordsUrl({ ...view, order: value, page: 1 }))}
    />
  );
}

/** Downloads all keywords of the view as CSV; only with the entitlement. */
function ExportButton({ view, isEmpty }: { readonly view: KeywordsView; readonly isEmpty: boolean }) {
  const canExport = useEntitlement('csv_export');
  const { busy, run } = useSubmission();
  if (!canExport) return null;
  const url = endpointUrl('GET /exports/keywords', { query: keywordListQuery(view) });
  const save = () => run(() => downloadFile(url, 'corklight-keywords.csv'));
  return (
    <Button disabled={busy || isEmpty} data-testid="export-csv" onClick={() => void save()}>
      Export CSV
    </Button>
  );
}

interface ResultsProps extends Pick<KeywordsScreenProps, 'renderTable'> {
  readonly data: KeywordPage;
  readonly view: KeywordsView;
  readonly selection: SelectedKeywords;
}

function Results({ data, view, selection, renderTable }: ResultsProps) {
  const narrow = useIsNarrow();
  const hasAllPages = useEntitlement('all_pages');
  const hasInsights = useEntitlement('keyword_insights');
  const note = orderNote(data, view, hasInsights);
  if (data.keywords.length === 0) return <NoKeywords data={data} view={view} />;
  const allPages = Math.max(1, Math.ceil(data.total / DEFAULT_PER_PAGE));
  const isLimited = !hasAllPages && allPages > MAX_FREE_PAGES;
  return (
    <>
      <p className="muted" data-testid="keyword-total">
        {formatCount(data.total, 'keyword', 'keywords')} in {formatCount(data.counted_pins, 'pin', 'pins')}, as of {formatDate(data.as_of)}
      </p>
      {note !== null && <p className="muted">{note}</p>}
      {renderTable(
        data.keywords.map(({ keyword }) => keyword),
        (ownVolumes) => (
          <KeywordTable name="Keywords" rows={data.keywords} selection={selection} ownVolumes={ownVolumes} />
        ),
      )}
      <Pagination
        page={view.page}
        pages={isLimited ? MAX_FREE_PAGES : allPages}
        locked={!hasAllPages && narrow ? premiumSentences.all_pages : null}
        lockedMore={isLimited ? premiumSentences.all_pages : null}
        onPage={(page) => navigate(keywordsUrl({ ...view, page }))}
      />
    </>
  );
}
