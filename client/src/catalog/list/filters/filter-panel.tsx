import { useSnapshot } from 'valtio';
import { type Filter, type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import { lists } from '../list-state';
import { FilterEditor } from './filter-editor';
import { FilterMenu, type FilterMenuProps } from './filter-menu';
import { LockedFilter } from './locked-filter';

interface FilterPanelProps extends FilterMenuProps {
  /** The filter whose values are shown; null for the menu. */
  readonly name: FilterName | null;
  readonly onApply: (name: FilterName, value: string | null) => void;
}

/** What opens in the bar of filters: the menu, the values of a filter, or its lock. */
export function FilterPanel({ name, onApply, ...menu }: FilterPanelProps) {
  const { variant, isLocked } = menu;
  const { search } = useSnapshot(lists)[variant];
  const filter: Filter | undefined = filtersOf(variant).find(([one]) => one === name)?.[1];
  if (name === null || !filter) return <FilterMenu {...menu} />;
  if (isLocked(filter)) return <LockedFilter variant={variant} name={name} filter={filter} />;
  return (
    <FilterEditor
      variant={variant}
      name={name}
      filter={filter}
      text={search.filters[name] ?? ''}
      onApply={(value) => onApply(name, value)}
    />
  );
}
