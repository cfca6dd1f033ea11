import { Fragment } from 'react';
import { Link } from 'wouter';
import { variantNouns, variants } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';
import { useCatalogStats } from '../../api/catalog-stats';
import { paths } from '../../site/paths';
import { SeePremium } from '../../ui/navigation/see-premium';
import { useIsAdmin } from '../../site/session';
import { EmptyPanel } from '../../ui/feedback/empty-panel';
import { Button, ButtonRow } from '../../ui/form/button';
import { freePagesOf, listQuery, searchUrl } from './list-search';
import { type ListPage, pageCountOf, useList } from './use-list';
import type { FilterName } from '#domain/catalog/filters/filters';
import { api } from '../../api/api';
import { NoHits } from '../../ui/filters/no-hits';
import { appliedFilterTexts, type FilterTexts } from './filters/filter-texts';
import { filterLabel } from './filters/filter-words';

const SPELLING_HINT = 'Check the spelling or try one word.';

/** A list whose filters leave nothing: which of them to remove. */
function FilterToRemove() {
  const { variant, search, change } = useList();
  const applied = appliedFilterTexts(variant, search.filters).map((one) => ({ name: one.name, label: filterLabel(one) }));
  return (
    <NoHits
      title={`No ${variantNouns[variant].many} match.`}
      url={searchUrl(variant, search)}
      applied={applied}
      testId="list-empty"
      countWithout={async (names, signal) => {
        const query = { ...listQuery({ ...search, filters: filtersWithout(search.filters, names) }), page: 1, per_page: 1 };
        return (await api(`GET /${variant}`, { query, signal })).total;
      }}
      onRemove={(names) => change({ filters: filtersWithout(search.filters, names) })}
      otherwise={search.query === undefined ? undefined : SPELLING_HINT}
    >
      {search.query !== undefined && <SearchElsewhere query={search.query} />}
    </NoHits>
  );
}

/** Leads from keywords that nothing has to each of them alone, to the list without them, and to the other lists with them. */
function SearchElsewhere({ query }: { readonly query: string }) {
  const { variant, change } = useList();
  const others = variants.filter((other) => other !== variant);
  return (
    <>
      <ButtonRow>
        {wordsOf(query).map((word) => (
          <Button key={word} onClick={() => change({ query: word })}>
            <bdi>{word}</bdi>
          </Button>
        ))}
        <Button onClick={() => change({ query: undefined })}>Clear search</Button>
      </ButtonRow>
      <p>
        Search for “{query}” in{' '}
        {others.map((other, index) => (
          <Fragment key={other}>
            {index > 0 && ' or '}
            <Link href={paths.search(other, query)}>{variantNouns[other].many}</Link>
          </Fragment>
        ))}
      </p>
    </>
  );
}

const filtersWithout = (filters: FilterTexts, names: readonly FilterName[]): FilterTexts =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.some((removed) => removed === name)));

const MAX_OFFERED_WORDS = 6;

/** The words of a search that has several, as it was typed: each may match alone. */
function wordsOf(query: string): readonly string[] {
  const words = [...new Set(query.split(/[\s"“”]+/).filter(Boolean))];
  return words.length > 1 ? words.slice(0, MAX_OFFERED_WORDS) : [];
}

/** A list without rows: why, and the way out. */
export function ListEmpty({ page }: { readonly page: ListPage }) {
  const { variant, search, change } = useList();
  const isAdmin = useIsAdmin();
  const { many } = variantNouns[variant];
  const panel = { label: 'Nothing to show', testId: 'list-empty' };
  if (page.total > 0) {
    const lastPage = pageCountOf(page);
    return (
      <EmptyPanel title="That page doesn't exist." {...panel}>
        <Button onClick={() => change({ page: lastPage })}>Go to page {wholeNumber(lastPage)}</Button>
      </EmptyPanel>
    );
  }
  if (Object.keys(search.filters).length > 0) return <FilterToRemove />;
  if (search.query !== undefined) {
    return (
      <EmptyPanel title={`No ${many} match “${search.query}”. ${SPELLING_HINT}`} {...panel}>
        <SearchElsewhere query={search.query} />
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel title={`No ${many} yet.`} {...panel}>
      {isAdmin && (
        <p>
          <Link href={paths.imports}>Import data</Link>, or run <code>corklight import</code>.
        </p>
      )}
    </EmptyPanel>
  );
}

/** Takes the place of a page that only Premium includes: what is free, what Premium adds, and the way back. */
export function PremiumPanel() {
  const { variant, search, page, error, change } = useList();
  const { data: stats } = useCatalogStats();
  const { many } = variantNouns[variant];
  const total = page?.total ?? (Object.keys(search.filters).length === 0 ? stats?.[variant] : 0) ?? 0;
  const freePages = freePagesOf(search.query);
  const free = `Free shows the first ${freePages === 1 ? 'page' : `${freePages} pages`} (${freePages * MAX_FREE_PER_PAGE} ${many}).`;
  const premium = `Premium shows all ${total > 0 ? wholeNumber(total) : many}.`;
  return (
    <EmptyPanel title={error?.message ?? `${free} ${premium}`} label="Premium" testId="premium-panel">
      <p>
        <SeePremium />
      </p>
      {search.page > freePages && <Button onClick={() => change({ page: freePages })}>Back to page {freePages}</Button>}
    </EmptyPanel>
  );
}
