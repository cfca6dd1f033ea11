import { useSnapshot } from 'valtio';
import { defaultMetric, metricNames } from '#domain/catalog/metrics';
import {
  BEST_MATCH_ORDER,
  DEFAULT_SORT,
  entityOf,
  MOMENTUM_ORDER,
  orderings,
  type OrderBy,
  sortNameFor,
  sorts,
  type Variant,
  variantNouns,
} from '#domain/catalog/variants';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { Link } from 'wouter';
import { paths } from '../../site/paths';
import { session, useEntitlement } from '../../site/session';
import { Button } from '../../ui/form/button';
import { Field } from '../../ui/form/field';
import { Icon } from '../../ui/icon';
import { Select } from '../../ui/form/select';
import { useIsNarrow } from '../../ui/use-media';
import { MAX_KEYWORD_LENGTH } from './list-search';
import { ExportLink } from './export-link';
import { lists, changeOrder, changeSort, submitSearch, setKeywordText } from './list-state';
import styles from './list-toolbar.module.css';
import text from '../../ui/text.module.css';

/** The search form of a list; on narrow screens without the export, which is below the rows there. */
export function ListToolbar({ variant }: { readonly variant: Variant }) {
  const { search } = useSnapshot(lists)[variant];
  const canSeeMomentum = useEntitlement('momentum');
  const isNarrow = useIsNarrow();
  return (
    <form
      className={styles.toolbar}
      // Not every supported browser has the search element.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="search"
      aria-label={`Search ${variantNouns[variant].many}`}
      onSubmit={(event) => {
        event.preventDefault();
        submitSearch(variant);
      }}
    >
      <KeywordsField variant={variant} />
      <KeywordsHint />
      <Select<OrderBy>
        label="Order By"
        value={search.order_by}
        options={orderOptions(variant, canSeeMomentum, search.query !== undefined)}
        onChange={(order) => changeOrder(variant, order)}
      />
      <Select
        label="Sort"
        value={search.sort}
        options={(search.order_by === BEST_MATCH_ORDER ? [DEFAULT_SORT] : sorts).map((sort) => ({
          name: sortNameFor(variant, search.order_by, sort),
          value: sort,
        }))}
        onChange={(sort) => changeSort(variant, sort)}
      />
      <SearchButton />
      {!isNarrow && <ExportLink variant={variant} />}
    </form>
  );
}

function orderOptions(variant: Variant, withMomentum: boolean, withMatch: boolean): readonly { name: string; value: OrderBy }[] {
  const momentum = {
    name: `Momentum (${metricNames[defaultMetric[entityOf[variant]]].toLowerCase()}, 90 days)`,
    value: MOMENTUM_ORDER,
  } as const;
  const bestMatch = { name: 'Best match', value: BEST_MATCH_ORDER } as const;
  return [...(withMatch ? [bestMatch] : []), ...orderings[variant], ...(withMomentum ? [momentum] : [])];
}

function KeywordsField({ variant }: { readonly variant: Variant }) {
  // Synchronous: with batched updates the caret would jump to the end while typing.
  const { keywordText } = useSnapshot(lists, { sync: true })[variant];
  const { isLoaded } = useSnapshot(session);
  const canSearch = useEntitlement('keyword_search');
  const isLocked = isLoaded && !canSearch;
  return (
    <Field
      className={styles.keywords}
      label={
        <>
          Keywords{' '}
          {isLocked && (
            <span className={text.muted}>
              <Icon name="lock" size={14} />
            </span>
          )}
        </>
      }
      type="search"
      name="query"
      placeholder={canSearch ? `Search ${variantNouns[variant].many}` : undefined}
      value={keywordText}
      maxLength={MAX_KEYWORD_LENGTH}
      autoComplete="off"
      spellCheck={false}
      disabled={!canSearch}
      aria-describedby={isLocked ? 'keywords-locked' : undefined}
      data-testid="search-input"
      onChange={({ target }) => setKeywordText(variant, target.value)}
    />
  );
}

/** Submits the search; absent where Keywords is locked, since the menus apply by themselves. */
function SearchButton() {
  const { isLoaded } = useSnapshot(session);
  const canSearch = useEntitlement('keyword_search');
  if (isLoaded && !canSearch) return null;
  return (
    <Button type="submit" kind="primary">
      Search
    </Button>
  );
}

/** Says why Keywords is disabled; it keeps its space until the session is loaded. */
function KeywordsHint() {
  const { isLoaded } = useSnapshot(session);
  const canSearch = useEntitlement('keyword_search');
  if (canSearch) return null;
  return (
    <p className={styles.hint} id="keywords-locked" tabIndex={-1}>
      {isLoaded && (
        <>
          {premiumSentences.keyword_search} <Link href={paths.sample}>See a sample</Link>
        </>
      )}
    </p>
  );
}
