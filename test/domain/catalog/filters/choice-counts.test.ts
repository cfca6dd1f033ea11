import { choicesOf, isChoiceFilter } from '#domain/catalog/filters/choice-counts';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { filters, filtersOf } from '#domain/catalog/filters/filters';
import { variants } from '#domain/catalog/variants';

describe('the choices of a filter', () => {
  it.each([
    ['active', filters.board.active, ['7d', '30d', '90d']],
    ['created', filters.pin.created, ['7d', '30d', '90d', '365d']],
    ['steady', filters.pinner.steady, ['1']],
    ['website', filters.pinner.website, ['1']],
  ] as const)('%s are its windows, or having it', (name, filter, values) => {
    const choices = choicesOf(name, filter);
    expect(choices.map(({ value }) => formatFilterValue(value))).toEqual(values);
    expect(choices.every((choice) => choice.name === name && choice.filter === filter && choice.kind === filter.kind)).toBe(true);
  });

  it('belong to filters by days and by having something', () => {
    const names = new Set(
      variants.flatMap((variant) => filtersOf(variant).flatMap(([name, filter]) => (isChoiceFilter(filter) ? [name] : []))),
    );
    expect([...names].toSorted()).toEqual(['active', 'created', 'picture', 'read', 'steady', 'updated', 'website']);
  });
});
