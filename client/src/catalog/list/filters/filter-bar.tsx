import { classes } from '../../../ui/classes';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import type { Filter } from '#domain/catalog/filters/filter-kinds';
import type { AppliedFilter } from '#domain/catalog/filters/applied-filters';
import { session, useEntitlement } from '../../../site/session';
import { useShortcuts } from '../../../site/shortcuts';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary';
import { Notice } from '../../../ui/feedback/notice';
import { FilterChip } from '../../../ui/filters/filter-chip';
import { FilterGroup } from '../../../ui/filters/filter-group';
import { Popover } from '../../../ui/form/popover';
import { useList } from '../use-list';
import { appliedFilterTexts, GROUP_BOARDS, isLockedFilter, withFilter } from './filter-texts';
import { filterLabel } from './filter-words';
import { useCatalogStats } from '../../../api/catalog-stats';
import { inOwnChunk } from '../../../ui/own-chunk';
import styles from './filter-bar.module.css';

/** Offers "Group boards only" on the list of boards, unless it has another filter of collaborators, or the catalog has no group boards. */
function GroupBoardsOffer({ onSet }: { readonly onSet: () => void }) {
  const { variant, search } = useList();
  const { data: stats } = useCatalogStats();
  if (variant !== 'boards' || search.filters.collaborators !== undefined || !stats?.has_group_boards) return null;
  return <FilterChip label="Group boards only" isSet={false} onToggle={onSet} />;
}

/** In a chunk of its own, since most visits set no filter. */
const FilterPanel = inOwnChunk(() => import('./filter-panel'), 'FilterPanel');

/** What is open: the values of a filter, as its chip or as one to add, or the menu of filters. */
interface Opened {
  readonly name: FilterName | null;
  readonly isAdding: boolean;
}

interface FilterBarProps {
  /** Called when an offer of Premium opens in the bar, and when it closes. */
  readonly onOffer: (isOffering: boolean) => void;
}

/** The filters of a list as chips, and a menu to add one; on narrow screens behind a button with their number. */
export function FilterBar({ onOffer }: FilterBarProps) {
  const { variant, search, refused, change } = useList();
  const { isLoaded } = useSnapshot(session);
  const canUseAll = useEntitlement('all_filters');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isLocked = (filter: Filter) => isLoaded && !canUseAll && isLockedFilter(filter);
  const openFilter = filtersOf(variant).find(([name]) => name === opened?.name)?.[1];
  const isOffering = openFilter !== undefined && isLocked(openFilter);
  useEffect(() => onOffer(isOffering), [isOffering, onOffer]);
  useShortcuts({
    f: () => {
      setIsUnfolded(true);
      setOpened({ name: null, isAdding: true });
    },
  });
  const applied = appliedFilterTexts(variant, search.filters);
  const apply = (name: FilterName, value: string | null) => {
    // The chip, or the offer, goes away with the focus.
    if (!opened || value === null) document.querySelector<HTMLElement>('[data-testid=filter-bar]>:last-child button')?.focus();
    setOpened(null);
    change({ filters: withFilter(variant, search.filters, name, value) });
  };
  const choose = (name: FilterName, filter: Filter) => {
    if (filter.kind === 'flag' && !isLocked(filter)) apply(name, '1');
    else setOpened({ name, isAdding: true });
  };
  const panel = (name: FilterName | null) => (
    <ErrorBoundary fallback={<p role="alert">We couldn't load this. Check your connection, and reload the page.</p>}>
      <FilterPanel name={name} applied={applied} isLocked={isLocked} onChoose={choose} onApply={apply} />
    </ErrorBoundary>
  );
  return (
    <>
      <FilterGroup setCount={applied.length} isUnfolded={isUnfolded} onFold={setIsUnfolded}>
        {applied.map((one) => (
          <AppliedChip
            key={one.name}
            applied={one}
            isOpen={opened?.name === one.name && !opened.isAdding}
            onToggle={(isOpen) => setOpened(isOpen ? { name: one.name, isAdding: false } : null)}
            onRemove={() => apply(one.name, null)}
          >
            {panel(one.name)}
          </AppliedChip>
        ))}
        <GroupBoardsOffer onSet={() => apply('collaborators', GROUP_BOARDS)} />
        <Popover
          label={openFilter?.label ?? 'Add a filter'}
          isOpen={opened?.isAdding === true}
          onToggle={(isOpen) => setOpened(isOpen ? { name: null, isAdding: true } : null)}
          renderButton={(props) => <FilterChip label="Filter" isSet={false} edit={props} />}
        >
          {openFilter && <p className={classes('strong', styles.title)}>{openFilter.label}</p>}
          {panel(opened?.name ?? null)}
        </Popover>
      </FilterGroup>
      {refused.filters.length > 0 && (
        <Notice data-testid="filters-refused">
          {refused.filters.join(' ')} {refused.filters.length === 1 ? 'This filter was' : 'These filters were'} left out.
        </Notice>
      )}
    </>
  );
}

interface AppliedChipProps {
  readonly applied: AppliedFilter;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onRemove: () => void;
  readonly children: React.ReactNode;
}

/** A filter that is set. Those with one value have nothing to edit; "Group boards only" is one of them. */
function AppliedChip({ applied, isOpen, onToggle, onRemove, children }: AppliedChipProps) {
  const { kind, filter } = applied;
  const label = filterLabel(applied);
  const isGroupBoards =
    applied.name === 'collaborators' && kind === 'range' && applied.value.max === null && `${applied.value.min}..` === GROUP_BOARDS;
  if (kind === 'flag' || kind === 'id' || isGroupBoards) return <FilterChip label={label} isSet onToggle={onRemove} />;
  return (
    <Popover
      label={filter.label}
      isOpen={isOpen}
      onToggle={onToggle}
      renderButton={(props) => <FilterChip label={label} isSet onToggle={onRemove} edit={props} />}
    >
      {children}
    </Popover>
  );
}
