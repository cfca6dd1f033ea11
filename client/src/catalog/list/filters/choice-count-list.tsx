import { type ChoiceFilter, choicesOf } from '#domain/catalog/filters/choice-counts';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import type { FilterName } from '#domain/catalog/filters/filters';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { formatCount, wholeNumber } from '#domain/numbers';
import { api, endpointUrl } from '../../../api/api';
import { useResource } from '../../../api/use-resource';
import { withinDaysLabel } from './within-days-label';

interface ChoiceCountListProps {
  readonly variant: Variant;
  readonly name: FilterName;
  readonly filter: ChoiceFilter;
}

/** How many rows of the whole list each choice of a filter would leave, in words. Left out if that is not known. */
export function ChoiceCountList({ variant, name, filter }: ChoiceCountListProps) {
  const params = { variant, filter: name };
  const { data } = useResource(
    endpointUrl('GET /filter-choices/:variant/:filter', { params }),
    (signal) => api('GET /filter-choices/:variant/:filter', { params, signal }),
    { isCached: true },
  );
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
