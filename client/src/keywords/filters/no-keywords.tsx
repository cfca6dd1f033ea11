import type { KeywordPage } from '#domain/keywords/contract';
import { type KeywordFilterName, namedKeywordFilters } from '#domain/keywords/keyword-filters';
import { KEYWORD_COUNT_TIME } from '#domain/keywords/keywords';
import { api } from '../../api/api';
import { navigate } from '../../site/navigation';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { NoHits } from '../../ui/filters/no-hits';
import { ButtonLink } from '../../ui/form/button';
import { keywordFilterLabel } from './keyword-filters';
import { keywordListQuery, keywordsUrl, type KeywordsView } from '../keyword-view';

interface NoKeywordsProps {
  readonly data: KeywordPage;
  readonly view: KeywordsView;
}

/** A list without keywords: why, and the way out. */
export function NoKeywords({ data, view }: NoKeywordsProps) {
  if (data.as_of === null)
    return (
      <EmptyPanel
        title={`No keywords yet. They are counted every night at ${KEYWORD_COUNT_TIME} UTC.`}
        label="No keywords yet"
        testId="keywords-empty"
      />
    );
  const hasFilters = Object.keys(view.filters).length > 0;
  const showAll = (view.query !== '' || view.page > 1) && (
    <ButtonLink href={keywordsUrl({ ...view, query: '', page: 1 })}>Show all</ButtonLink>
  );
  if (data.total === 0 && hasFilters) return <FiltersToRemove view={view}>{showAll}</FiltersToRemove>;
  const title =
    data.total > 0
      ? 'There are no more pages.'
      : view.query === ''
        ? 'No topic, search, or word is on five pins yet.'
        : `No keyword has a word that begins with “${view.query}”.`;
  return (
    <EmptyPanel title={title} label="No keywords" testId="keywords-empty">
      {showAll}
    </EmptyPanel>
  );
}

interface FiltersToRemoveProps {
  readonly view: KeywordsView;
  readonly children: React.ReactNode;
}

/** A view whose filters leave nothing: which of them to remove. */
function FiltersToRemove({ view, children }: FiltersToRemoveProps) {
  const applied = namedKeywordFilters.flatMap(([name]) => {
    const value = view.filters[name];
    return value === undefined ? [] : [{ name, label: keywordFilterLabel(name, value) }];
  });
  return (
    <NoHits
      title="No keyword passes these filters."
      url={keywordsUrl(view)}
      applied={applied}
      testId="keywords-empty"
      countWithout={async (names, signal) => {
        const query = { ...keywordListQuery(without(view, names)), per_page: 1 };
        return (await api('GET /keywords', { query, signal })).total;
      }}
      onRemove={(names) => navigate(keywordsUrl(without(view, names)))}
    >
      {children}
    </NoHits>
  );
}

/** The first page of a view without some of its filters. */
const without = (view: KeywordsView, names: readonly KeywordFilterName[]): KeywordsView => ({
  ...view,
  filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => !names.some((removed) => removed === name))),
  page: 1,
});
