import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Filter, FilterName } from '#domain/catalog/filters/filters';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { formatCount } from '#domain/numbers';
import { api, endpointUrl } from '../../../api/api';
import { useResource } from '../../../api/use-resource';
import { listQuery } from '../list-search';
import { lists } from '../list-state';
import { parseFilterText } from './filter-texts';

const COUNT_DEBOUNCE_MS = 300;

/** The filter that is edited: its list, its name, and its value in the address. */
export interface EditedFilter {
  readonly variant: Variant;
  readonly name: FilterName;
  readonly filter: Filter;
  readonly text: string;
}

/** A text once it has stayed the same for a while; null before. */
function useSettled(text: string): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), COUNT_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? text : null;
}

/** `1,234 boards`: what the list would show with this value; null while that is not known, and for a value that changes nothing. */
export function useFilterCount({ variant, name, filter, text }: EditedFilter, valueText: string): string | null {
  const { search } = useSnapshot(lists)[variant];
  const settled = useSettled(valueText);
  const parsed = settled === null ? null : settled === '' ? { text: null } : parseFilterText(filter, settled);
  const value = parsed && 'text' in parsed ? (parsed.text ?? '') : text;
  const { [name]: _before, ...others } = search.filters;
  const filters = value === '' ? others : { ...others, [name]: value };
  const query = { ...listQuery({ ...search, filters }), page: 1, per_page: 1 };
  const key = endpointUrl(`GET /${variant}`, { query });
  const { data, dataKey, error } = useResource(key, async (signal) => (await api(`GET /${variant}`, { query, signal })).total, {
    isEnabled: value !== text,
  });
  if (value === text || data === null || dataKey !== key || error) return null;
  const { one, many } = variantNouns[variant];
  return formatCount(data, one, many);
}
