import { Suspense } from 'react';
import {
  BEST_MATCH_ORDER,
  DEFAULT_SORT,
  CHECKS_ORDER,
  MOMENTUM_ORDER,
  orderings,
  type OrderBy,
  sortNameFor,
  sorts,
} from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { useEntitlement } from '../../site/session';
import { classes } from '../../ui/classes';
import { Button, IconButton } from '../../ui/form/button';
import { Icon } from '../../ui/icon';
import { Select } from '../../ui/form/select';
import { useIsNarrow } from '../../ui/use-media';
import { FilterBar } from './filters/filter-bar';
import { MomentumChoice } from './filters/momentum-choice';
import { type ListView, listViews } from './list-choices';
import { Popover } from '../../ui/form/popover';
import { KeywordSearch } from './keyword-search';
import { useList } from './use-list';
import { inOwnChunk } from '../../ui/own-chunk';
import styles from './list-toolbar.module.css';

/** In a chunk of its own, since few visits change them. */
const DisplayChoices = inOwnChunk(() => import('./columns/display-choices'), 'DisplayChoices');

/** Opens how the rows of a list are shown: their columns and their height. */
const DisplayMenu = () => (
  <Popover
    label="Display"
    renderButton={(props) => (
      <Button {...props}>
        Display <Icon name="open" size={16} />
      </Button>
    )}
  >
    <DisplayChoices />
  </Popover>
);

const viewNames = { table: 'Table', grid: 'Grid' } as const satisfies Record<ListView, string>;

/** Buttons for the views of pins. */
function ViewSwitch() {
  const { search, change } = useList();
  return (
    // A fieldset would need a legend, which takes space.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label="View" className={classes('rounded fixed', styles.switch)}>
      {listViews.map((view) => (
        <IconButton
          key={view}
          icon={view}
          aria-label={viewNames[view]}
          title={`${viewNames[view]} (v)`}
          aria-pressed={view === search.view}
          onClick={() => change({ view }, true)}
        />
      ))}
    </div>
  );
}

const ExportLink = inOwnChunk(() => import('./export-link'), 'ExportLink');

/** The export of a list, only with the entitlement. */
export const ExportSlot = () =>
  useEntitlement('csv_export') && (
    <Suspense fallback={<Button disabled>Export CSV</Button>}>
      <ExportLink />
    </Suspense>
  );

interface ListToolbarProps {
  /** Called when an offer of Premium opens in the toolbar, and when it closes. */
  readonly onOffer: (isOffering: boolean) => void;
}

/** Everything that changes a list, in one row: keywords, order, display, filters, and the export, which is below the rows on narrow screens. */
export function ListToolbar({ onOffer }: ListToolbarProps) {
  const { variant, search, status, change } = useList();
  const canSeeMomentum = useEntitlement('momentum');
  const isNarrow = useIsNarrow();
  return (
    <div className={classes('cluster items-stretch relative no-print gap-2', styles.toolbar)}>
      <KeywordSearch />
      <div className={classes('cluster items-stretch gap-2', styles.options)}>
        <Select<OrderBy>
          label="Order By"
          value={search.order_by}
          options={orderOptions(variant, canSeeMomentum, search.query !== undefined)}
          onChange={(order) => change({ order_by: order })}
        />
        {search.order_by === MOMENTUM_ORDER && canSeeMomentum && <MomentumChoice />}
        <Select
          label="Sort"
          value={search.sort}
          options={(search.order_by === BEST_MATCH_ORDER ? [DEFAULT_SORT] : sorts).map((sort) => ({
            name: sortNameFor(variant, search.order_by, sort),
            value: sort,
          }))}
          onChange={(sort) => change({ sort })}
        />
        {search.view === 'table' && status !== 'locked' && <DisplayMenu />}
        {variant === 'pins' && status !== 'locked' && <ViewSwitch />}
        {!isNarrow && <ExportSlot />}
      </div>
      {/* The last, so that only they move to a row of their own where there is no room for them. */}
      <FilterBar onOffer={onOffer} />
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
