import { lazy, Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import {
  BEST_MATCH_ORDER,
  DEFAULT_SORT,
  CHECKS_ORDER,
  MOMENTUM_ORDER,
  orderings,
  type OrderBy,
  sortNameFor,
  sorts,
  type Variant,
  variantNouns,
} from '#domain/catalog/variants';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { canSearchWith, type SearchAccess } from '#domain/subscriptions/free-searches/free-search-rights';
import { paths } from '../../site/paths';
import { useCatalogStats } from '../../api/catalog-stats';
import { session, useEntitlement, useSearchAccess } from '../../site/session';
import { classes } from '../../ui/classes';
import { Button, IconButton } from '../../ui/form/button';
import { Field } from '../../ui/form/field';
import { Icon } from '../../ui/icon';
import { Select } from '../../ui/form/select';
import { Link } from 'wouter';
import { useIsNarrow } from '../../ui/use-media';
import { MAX_KEYWORD_LENGTH } from './list-search';
import { FilterBar } from './filters/filter-bar';
import { MomentumChoice } from './filters/momentum-choice';
import { lists, changeOrder, changeSort, submitSearch, setKeywordText, changeView } from './list-state';
import { useListView, type ListView, listViews } from './list-view';
import { Popover } from '../../ui/form/popover';
import styles from './list-toolbar.module.css';

/** In a chunk of its own, since few visits change them. */
const DisplayChoices = lazy(async () => ({ default: (await import('./columns/display-choices')).DisplayChoices }));

/** Opens how the rows of a list are shown: their columns and their height. */
function DisplayMenu({ variant }: { readonly variant: Variant }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Display"
      isOpen={isOpen}
      onToggle={setIsOpen}
      renderButton={(props) => (
        <Button {...props}>
          Display <Icon name="open" size={16} />
        </Button>
      )}
    >
      <DisplayChoices variant={variant} />
    </Popover>
  );
}

const viewNames = { table: 'Table', grid: 'Grid' } as const satisfies Record<ListView, string>;

/** Buttons for the views of pins. */
const ViewSwitch = ({ view: shownView }: { readonly view: ListView }) => (
  // A fieldset would need a legend, which takes space.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div role="group" aria-label="View" className={classes('rounded fixed', styles.switch)}>
    {listViews.map((view) => (
      <IconButton
        key={view}
        icon={view}
        aria-label={viewNames[view]}
        title={`${viewNames[view]} (v)`}
        aria-pressed={view === shownView}
        onClick={() => changeView('pins', view)}
      />
    ))}
  </div>
);

interface ListToolbarProps {
  readonly variant: Variant;
  /** Called when an offer of Premium opens in the toolbar, and when it closes. */
  readonly onOffer: (isOffering: boolean) => void;
}

const ExportLink = lazy(async () => ({ default: (await import('./export-link')).ExportLink }));

/** The export of a list, only with the entitlement. */
export const ExportSlot = ({ variant }: { readonly variant: Variant }) =>
  useEntitlement('csv_export') && (
    <Suspense fallback={<Button disabled>Export CSV</Button>}>
      <ExportLink variant={variant} />
    </Suspense>
  );

/** Everything that changes a list, in one row: keywords, filters, order, display, and the export, which is below the rows on narrow screens. */
export function ListToolbar({ variant, onOffer }: ListToolbarProps) {
  const { search, status } = useSnapshot(lists)[variant];
  const canSeeMomentum = useEntitlement('momentum');
  const isNarrow = useIsNarrow();
  const view = useListView(variant);
  // More than one filter get a row of their own.
  const isCrowded = Object.keys(search.filters).length > 1;
  return (
    <div className={classes('cluster items-stretch relative no-print gap-2', styles.toolbar, isCrowded && styles.crowded)}>
      <form
        className={classes('stack relative', styles.search)}
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
        <KeywordsHint variant={variant} />
        <SearchButton />
      </form>
      <FilterBar variant={variant} onOffer={onOffer} />
      <div className={classes('cluster items-stretch push gap-2', styles.options)}>
        <Select<OrderBy>
          label="Order By"
          value={search.order_by}
          options={orderOptions(variant, canSeeMomentum, search.query !== undefined)}
          onChange={(order) => changeOrder(variant, order)}
        />
        {search.order_by === MOMENTUM_ORDER && canSeeMomentum && <MomentumChoice variant={variant} />}
        <Select
          label="Sort"
          value={search.sort}
          options={(search.order_by === BEST_MATCH_ORDER ? [DEFAULT_SORT] : sorts).map((sort) => ({
            name: sortNameFor(variant, search.order_by, sort),
            value: sort,
          }))}
          onChange={(sort) => changeSort(variant, sort)}
        />
        {view === 'table' && status !== 'locked' && <DisplayMenu variant={variant} />}
        {variant === 'pins' && status !== 'locked' && <ViewSwitch view={view} />}
        {!isNarrow && <ExportSlot variant={variant} />}
      </div>
    </div>
  );
}

function orderOptions(variant: Variant, withMomentum: boolean, withMatch: boolean): readonly { name: string; value: OrderBy }[] {
  const momentum = { name: 'Momentum', value: MOMENTUM_ORDER } as const;
  const bestMatch = { name: 'Best match', value: BEST_MATCH_ORDER } as const;
  return [
    ...(withMatch ? [bestMatch] : []),
    ...orderings[variant].filter(({ value }) => withMomentum || value !== CHECKS_ORDER),
    ...(withMomentum ? [momentum] : []),
  ];
}

/** Whether the Keywords field is open: also to visitors who get free searches by signing up. */
const isOpen = (access: SearchAccess): boolean => canSearchWith(access) || access === 'to_sign_up';

function KeywordsField({ variant }: { readonly variant: Variant }) {
  // Synchronous: with batched updates the caret would jump to the end while typing.
  const { keywordText } = useSnapshot(lists, { sync: true })[variant];
  const { isLoaded } = useSnapshot(session);
  const access = useSearchAccess();
  const isEnabled = isLoaded && isOpen(access);
  return (
    <Field
      className={styles.keywords}
      label={
        <>
          Keywords{' '}
          {isLoaded && !isEnabled && (
            <span className="muted">
              <Icon name="lock" size={14} />
            </span>
          )}
        </>
      }
      type="search"
      name="query"
      placeholder={isEnabled ? `Search ${variantNouns[variant].many}` : undefined}
      value={keywordText}
      maxLength={MAX_KEYWORD_LENGTH}
      autoComplete="off"
      spellCheck={false}
      disabled={!isEnabled}
      aria-describedby={isLoaded && access !== 'open' ? 'keywords-locked' : undefined}
      data-testid="search-input"
      onChange={({ target }) => setKeywordText(variant, target.value)}
    />
  );
}

/** Submits the search; absent where Keywords is locked, since the menus apply by themselves. */
function SearchButton() {
  const { isLoaded } = useSnapshot(session);
  const access = useSearchAccess();
  if (isLoaded && !isOpen(access)) return null;
  return (
    <Button type="submit" kind="primary">
      Search
    </Button>
  );
}

const FreeSearchHint = lazy(async () => ({ default: (await import('./keywords/free-search-hint')).FreeSearchHint }));

/** Says why Keywords is disabled, or limited, in the field's place; it keeps its space until the site's free searches are known. */
function KeywordsHint({ variant }: { readonly variant: Variant }) {
  const { isLoaded } = useSnapshot(session);
  const stats = useCatalogStats();
  const { keywordText } = useSnapshot(lists)[variant];
  const access = useSearchAccess();
  // The field is in its place until the viewer is known.
  if (!isLoaded || access === 'open') return null;
  return (
    <p className={classes('caption', styles.hint, access === 'locked' && styles.inside)} id="keywords-locked" tabIndex={-1}>
      {(stats.data !== null || stats.error !== null) && (
        <Suspense>
          {access === 'locked' ? (
            <>
              {premiumSentences.keyword_search} <Link href={paths.sample}>See a sample</Link>
            </>
          ) : (
            <span>
              <FreeSearchHint variant={variant} access={access} keywords={keywordText} />
            </span>
          )}
        </Suspense>
      )}
    </p>
  );
}
