import { useSnapshot } from 'valtio';
import { defaultMetric, metricNames } from '#domain/analytics/metrics';
import { entityOf, MOMENTUM_ORDER, orderings, type OrderBy, sortNames, sorts, type Variant } from '#domain/catalog/variants';
import { premiumOnly } from '#domain/subscriptions/entitlements';
import { Link } from 'wouter';
import { paths } from '../app/paths';
import { session, useMay } from '../session';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Icon } from '../ui/icon';
import { Select } from '../ui/select';
import { ExportLink } from './export-link';
import { nouns } from './rows';
import { lists, orderBy, sortBy, submitSearch, typeKeywords } from './catalog';

/** Keywords, Order By, Sort and Search above a list. */
export function ListToolbar({ variant }: { readonly variant: Variant }) {
  const { search } = useSnapshot(lists)[variant];
  const maySeeMomentum = useMay('momentum');
  return (
    <form
      className="toolbar"
      // A search element would say the same, but not every browser in use knows it.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="search"
      aria-label={`Search ${nouns[variant].many}`}
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
        options={ordersOf(variant, maySeeMomentum)}
        onChoose={(order) => orderBy(variant, order)}
      />
      <Select
        label="Sort"
        value={search.sort}
        options={sorts.map((sort) => ({ name: sortNames[sort], value: sort }))}
        onChoose={(sort) => sortBy(variant, sort)}
      />
      <Button type="submit" kind="primary" className="toolbar__search">
        Search
      </Button>
      <ExportLink variant={variant} />
    </form>
  );
}

function ordersOf(variant: Variant, withMomentum: boolean): readonly { name: string; value: OrderBy }[] {
  const momentum = {
    name: `Momentum (${metricNames[defaultMetric[entityOf[variant]]].toLowerCase()}, 90 days)`,
    value: MOMENTUM_ORDER,
  } as const;
  return withMomentum ? [...orderings[variant], momentum] : orderings[variant];
}

function KeywordsField({ variant }: { readonly variant: Variant }) {
  // Read at once, not batched: else the caret jumps to the end while typing in the middle.
  const { typed } = useSnapshot(lists, { sync: true })[variant];
  const { known } = useSnapshot(session);
  const maySearch = useMay('keyword_search');
  const isLocked = known && !maySearch;
  return (
    <Field
      className="toolbar__keywords"
      label={
        <>
          Keywords{' '}
          {isLocked && (
            <span className="toolbar__lock">
              <Icon name="lock" size={14} />
            </span>
          )}
        </>
      }
      type="search"
      name="query"
      value={typed}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      disabled={!maySearch}
      aria-describedby={isLocked ? 'keywords-locked' : undefined}
      data-testid="search-input"
      onChange={({ target }) => typeKeywords(variant, target.value)}
    />
  );
}

/** The line that says why Keywords is disabled; its room is kept while it is not known who is looking. */
function KeywordsHint() {
  const { known } = useSnapshot(session);
  const maySearch = useMay('keyword_search');
  if (maySearch) return null;
  return (
    <p className="toolbar__hint" id="keywords-locked" tabIndex={-1}>
      {known && (
        <>
          {premiumOnly.keyword_search} <Link href={paths.sample}>See what it finds</Link>
        </>
      )}
    </p>
  );
}
