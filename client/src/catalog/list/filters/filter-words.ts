import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import type { RangeFilter, SetFilter } from '#domain/catalog/filters/filter-kinds';
import type { AppliedFilter } from '#domain/catalog/filters/applied-filters';
import { dayLabel } from '#domain/days';
import { MAX_LIST_NAME_LENGTH } from '#domain/watching/watchlists';
import { MOMENTUM_ORDER, orderings } from '#domain/catalog/orders';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import type { ListSearch } from '../list-search';
import { choiceLabel, rangeLabel } from '../../../ui/filters/filter-labels';
import { formatDate } from '../../../ui/format';
import { appliedFilterTexts, defaultFilters, GROUP_BOARDS } from './filter-texts';

/** The unit of a number in a filter. */
export const unitOf = ({ decimals, max }: RangeFilter): string => (decimals === 1 && max > 100 ? '%' : '');

/** The name of a value of a set on screen. */
export const setValueLabel = (filter: SetFilter, value: string): string => (filter.values ? choiceLabel(value) : value);

/** `Followers 1,000 to 50,000`: a filter with its value. */
export function filterLabel(applied: AppliedFilter): string {
  const { kind, name, filter, value } = applied;
  const { label } = filter;
  if (kind === 'range') {
    if (name === 'collaborators' && formatFilterValue(value) === GROUP_BOARDS) return 'Group boards only';
    return `${label} ${rangeLabel(value, unitOf(filter))}`;
  }
  if (kind === 'days') {
    if (name === 'read' && 'withinDays' in value) return `Seen within ${value.withinDays} days`;
    if ('withinDays' in value) return `${label} in the last ${value.withinDays} days`;
    const day = (end: number | null) => (end === null ? '' : formatDate(dayLabel(end)));
    if (value.from === null) return `${label} until ${day(value.to)}`;
    return value.to === null ? `${label} since ${day(value.from)}` : `${label} ${day(value.from)} to ${day(value.to)}`;
  }
  if (kind === 'set') return `${label}: ${value.map((one) => setValueLabel(filter, one)).join(', ')}`;
  return kind === 'flag' ? flagLabel(label, 'texts' in filter.has) : `Only one ${label.toLowerCase()}`;
}

/** `Has a website`, or the label of a flag that is no text. */
export const flagLabel = (label: string, isText: boolean): string => (isText ? `Has a ${label.toLowerCase()}` : label);

/** `home decor, active 30 days`: a name for a search of a list, by its keywords and filters; else its order. */
export function searchName(variant: Variant, { query, filters, order_by }: ListSearch): string {
  const defaults = defaultFilters(variant, order_by);
  const applied = appliedFilterTexts(variant, filters).filter(({ name }) => filters[name] !== defaults[name]);
  const sets = applied.filter(({ kind }) => kind === 'set');
  const others = applied.filter(({ kind }) => kind !== 'set');
  const parts = [...(query === undefined ? [] : [query]), ...[...sets, ...others].map(shortFilterName)];
  const order = order_by === MOMENTUM_ORDER ? 'momentum' : orderings[variant].find(({ value }) => value === order_by)?.name;
  const name =
    parts.length > 0 ? parts.join(', ') : `${variantNouns[variant].title}s${order === undefined ? '' : ` by ${order.toLowerCase()}`}`;
  return name.length <= MAX_LIST_NAME_LENGTH ? name : `${name.slice(0, MAX_LIST_NAME_LENGTH - 1).trimEnd()}…`;
}

function shortFilterName(applied: AppliedFilter): string {
  if (applied.kind === 'set') return applied.value.map((one) => setValueLabel(applied.filter, one)).join(', ');
  if (applied.kind === 'days' && 'withinDays' in applied.value) return `${applied.name} ${applied.value.withinDays} days`;
  const label = filterLabel(applied);
  return label.charAt(0).toLowerCase() + label.slice(1);
}
