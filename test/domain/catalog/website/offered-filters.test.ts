import { filterDataKey, needsDataKey, offeredFilters } from '#domain/catalog/website/offered-filters';
import { filtersOf } from '#domain/catalog/filters/filters';

const none = { filter_topic: 0, filter_updated: 0, filter_website: 0, filter_pins: 0, filter_domain: 0, filter_picture: 0 };

describe('the filters that a list offers', () => {
  it.each([
    ['boards', none, ['script']],
    ['boards', { ...none, follower_count: 3 }, ['followers', 'read', 'script']],
    ['boards', { ...none, filter_pins: 1, filter_topic: 1 }, ['pins', 'topic', 'script']],
    ['boards', { ...none, follower_growth_last_90_days: 1 }, ['growth', 'script', 'momentum', 'steady']],
    ['pinners', { ...none, filter_website: 1 }, ['website', 'script']],
    ['pins', { ...none, saves_growth_last_90_days: 1, created_at: 9 }, ['created', 'growth', 'script', 'momentum', 'steady']],
    ['pins', { ...none, filter_domain: 1, filter_picture: 1 }, ['domain', 'script', 'picture']],
  ] as const)('of %s with the known counts %j are %j', (variant, known, names) => {
    expect(offeredFilters(variant, known).toSorted()).toEqual(names.toSorted());
  });

  it('include those whose data has not been looked for', () => {
    expect(offeredFilters('boards', {})).toEqual(['pins', 'topic', 'script', 'updated']);
  });

  it('never include ids, which links set', () => {
    expect(offeredFilters('pins', {})).not.toEqual(expect.arrayContaining(['board']));
    expect(offeredFilters('pins', {})).not.toEqual(expect.arrayContaining(['owner']));
  });

  it('are looked for where no order counts their column', () => {
    const keys = filtersOf('pinners').flatMap(([name, filter]) => (needsDataKey('pinners', filter) ? [filterDataKey(name)] : []));
    expect(keys).toEqual(['filter_website', 'filter_topic', 'filter_updated']);
  });
});
