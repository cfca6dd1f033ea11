import { type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import type { Filter } from '#domain/catalog/filters/filter-kinds';
import type { AppliedFilter } from '#domain/catalog/filters/applied-filters';
import { useList } from '../use-list';
import { FilterEditor, withinDaysLabel } from './filter-editor';
import { classes } from '../../../ui/classes';
import { isChoiceFilter, type ChoiceFilter, choicesOf } from '#domain/catalog/filters/choice-counts';
import { variantNouns } from '#domain/catalog/variants';
import { premiumFilterSentence } from '#domain/subscriptions/entitlements';
import { SeePremium } from '../../../ui/navigation/see-premium';
import { RangeHistogram } from './range-histogram';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { formatCount, wholeNumber } from '#domain/numbers';
import { CACHE_TTL_MS, useEndpoint } from '../../../api/resource';
import { useCatalogStats } from '../../../api/catalog-stats';
import { LoadError } from '../../../ui/feedback/load-error';
import { SkeletonBar } from '../../../ui/feedback/skeleton';
import { Icon } from '../../../ui/icon';
import { flagLabel } from './filter-words';
import styles from './filter-bar.module.css';

interface FilterMenuProps {
  readonly applied: readonly AppliedFilter[];
  readonly isLocked: (filter: Filter) => boolean;
  readonly onChoose: (name: FilterName, filter: Filter) => void;
}

/** The filters that can be added, those with a lock last. */
function FilterMenu({ applied, isLocked, onChoose }: FilterMenuProps) {
  const { variant } = useList();
  // They may not have loaded with the page.
  const { data: stats, error, busy, reload } = useCatalogStats(true);
  if (!stats) return error && !busy ? <LoadError onRetry={reload} /> : <SkeletonBar height={120} />;
  const offered = filtersOf(variant).filter(
    ([name]) => stats.filters[variant].includes(name) && !applied.some((one) => one.name === name && one.kind === 'flag'),
  );
  const sorted = [...offered.filter(([, filter]) => !isLocked(filter)), ...offered.filter(([, filter]) => isLocked(filter))];
  return (
    <ul className="stack">
      {sorted.map(([name, filter]) => (
        <li key={name}>
          <button type="button" className={styles.option} onClick={() => onChoose(name, filter)}>
            <span>
              {filter.kind === 'flag' ? flagLabel(filter.label, 'texts' in filter.has) : filter.label}
              {filter.kind === 'days' && filter.description !== undefined && <span className="caption block">{filter.description}</span>}
            </span>
            {isLocked(filter) && (
              <span className="muted">
                <Icon name="lock" size={14} />
                <span className="sr-only">Premium</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ChoiceCountListProps {
  readonly name: FilterName;
  readonly filter: ChoiceFilter;
}

/** How many rows of the whole list each choice of a filter would leave, in words. Left out if that is not known. */
function ChoiceCountList({ name, filter }: ChoiceCountListProps) {
  const { variant } = useList();
  const params = { variant, filter: name };
  const { data } = useEndpoint('GET /filter-choices/:variant/:filter', { params }, { keptMs: CACHE_TTL_MS });
  if (!data || data.total === 0) return null;
  const rowsByValue = new Map(data.choices.map(({ value, rows }) => [value, rows]));
  const { one, many } = variantNouns[variant];
  return (
    <ul className="muted" data-testid="choice-counts">
      {choicesOf(name, filter).map((choice) => (
        <li key={formatFilterValue(choice.value)}>
          {choice.kind === 'days' && 'withinDays' in choice.value && `${withinDaysLabel(choice.value.withinDays)}: `}
          {wholeNumber(rowsByValue.get(formatFilterValue(choice.value)) ?? 0)} of {formatCount(data.total, one, many)}
        </li>
      ))}
    </ul>
  );
}

interface LockedFilterProps {
  readonly name: FilterName;
  readonly filter: Filter;
}

/** Takes the place of an editor whose filter only Premium has: what the catalog has, without a control, and why. */
const LockedFilter = ({ name, filter }: LockedFilterProps) => (
  <div className={classes('stack gap-3', styles.editor)}>
    {filter.kind === 'range' && <RangeHistogram name={name} filter={filter} range={{ min: null, max: null }} isSentenceShown />}
    {isChoiceFilter(filter) && <ChoiceCountList name={name} filter={filter} />}
    <p>{premiumFilterSentence(filter.label)}</p>
    <p>
      <SeePremium />
    </p>
  </div>
);

interface FilterPanelProps extends FilterMenuProps {
  /** The filter whose values are shown; null for the menu. */
  readonly name: FilterName | null;
  readonly onApply: (name: FilterName, value: string | null) => void;
}

/** What opens in the bar of filters: the menu, the values of a filter, or its lock. */
export function FilterPanel({ name, onApply, ...menu }: FilterPanelProps) {
  const { variant, search } = useList();
  const filter: Filter | undefined = filtersOf(variant).find(([one]) => one === name)?.[1];
  if (name === null || !filter) return <FilterMenu {...menu} />;
  if (menu.isLocked(filter)) return <LockedFilter name={name} filter={filter} />;
  return <FilterEditor name={name} filter={filter} text={search.filters[name] ?? ''} onApply={(value) => onApply(name, value)} />;
}
