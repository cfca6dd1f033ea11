import { classes } from '../../../ui/classes';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type AppliedFilter, type Filter, type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { catalogStats, loadCatalogStats } from '../../../api/catalog-stats';
import { LoadError } from '../../../ui/feedback/load-error';
import { SkeletonBar } from '../../../ui/feedback/skeleton';
import { Icon } from '../../../ui/icon';
import { flagLabel } from './filter-words';
import styles from './filter-bar.module.css';

export interface FilterMenuProps {
  readonly variant: Variant;
  readonly applied: readonly AppliedFilter[];
  readonly isLocked: (filter: Filter) => boolean;
  readonly onChoose: (name: FilterName, filter: Filter) => void;
}

/** The filters that can be added, those with a lock last. */
export function FilterMenu({ variant, applied, isLocked, onChoose }: FilterMenuProps) {
  const { loaded: stats } = useSnapshot(catalogStats);
  if (!stats) return <MissingStats />;
  const offered = filtersOf(variant).filter(
    ([name]) => stats.filters[variant].includes(name) && !applied.some((one) => one.name === name && one.kind === 'flag'),
  );
  const sorted = [...offered.filter(([, filter]) => !isLocked(filter)), ...offered.filter(([, filter]) => isLocked(filter))];
  return (
    <ul className={classes('stack no-list', styles.menu)}>
      {sorted.map(([name, filter]) => (
        <li key={name}>
          <button type="button" onClick={() => onChoose(name, filter)}>
            {filter.kind === 'flag' ? flagLabel(filter.label, 'texts' in filter.has) : filter.label}
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

/** Takes the place of the menu when the stats of the catalog, which name its filters, did not load with the page: loads them again. */
function MissingStats() {
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) void loadCatalogStats().then(() => setHasFailed(!catalogStats.loaded));
  }, [hasFailed]);
  return hasFailed ? <LoadError onRetry={() => setHasFailed(false)} /> : <SkeletonBar height={120} />;
}
