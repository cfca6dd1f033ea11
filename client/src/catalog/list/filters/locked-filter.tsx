import { classes } from '../../../ui/classes';
import { isChoiceFilter } from '#domain/catalog/filters/choice-counts';
import type { Filter, FilterName } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { premiumFilterSentence } from '#domain/subscriptions/entitlements';
import { SeePremium } from '../../../ui/navigation/see-premium';
import { ChoiceCountList } from './choice-count-list';
import { RangeHistogram } from './range-histogram';
import styles from './filter-bar.module.css';

interface LockedFilterProps {
  readonly variant: Variant;
  readonly name: FilterName;
  readonly filter: Filter;
}

/** Takes the place of an editor whose filter only Premium has: what the catalog has, without a control, and why. */
export const LockedFilter = ({ variant, name, filter }: LockedFilterProps) => (
  <div className={classes('stack gap-3', styles.editor)}>
    {filter.kind === 'range' && (
      <RangeHistogram variant={variant} name={name} filter={filter} range={{ min: null, max: null }} isSentenceShown />
    )}
    {isChoiceFilter(filter) && <ChoiceCountList variant={variant} name={name} filter={filter} />}
    <p>{premiumFilterSentence(filter.label)}</p>
    <p>
      <SeePremium />
    </p>
  </div>
);
