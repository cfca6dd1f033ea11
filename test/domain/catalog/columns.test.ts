import { fieldAliases } from '#domain/catalog/import/field-aliases';
import { arrayColumns, textColumns, valueColumns } from '#domain/catalog/import/import-row';
import { type Column, columns, columnsWith } from '#domain/catalog/columns';
import { countsOf, metricsOf } from '#domain/catalog/metrics';
import { orderings } from '#domain/catalog/orders';
import { entityOf, entityTypes, variants } from '#domain/catalog/variants';

describe('the columns of the lists', () => {
  it.each(variants)('give the orderings of %s different keys, in the order of the menu', (variant) => {
    const keys = orderings[variant].map(({ key }) => key);
    expect(keys).toEqual(keys.map((_, index) => index + 1));
  });

  it('keep the keys that stored read models use', () => {
    expect(Object.fromEntries(variants.map((variant) => [variant, orderings[variant].map(({ value }) => value)]))).toEqual({
      boards: [
        'follower_count',
        'follower_growth_last_90_days',
        'collaborator_count',
        'collaborator_growth_last_90_days',
        'board_order_modified_at',
        'created_at',
        'checks_passed',
      ],
      pinners: [
        'follower_count',
        'profile_views',
        'follower_growth_last_90_days',
        'viewer_growth_last_90_days',
        'created_at',
        'checks_passed',
      ],
      pins: ['saves', 'repin_count', 'saves_growth_last_90_days', 'created_at', 'checks_passed'],
    });
  });

  it.each(entityTypes)('have a score for every count of a %s, and grow with one of its metrics', (entity) => {
    expect(metricsOf[entity]).toEqual(expect.arrayContaining([...countsOf[entity]]));
    for (const { growthOf } of Object.values<Column>(columns[entity])) if (growthOf) expect(countsOf[entity]).toContain(growthOf);
  });

  it.each(variants)('are ordered by in %s only if they are listed, in the table of metrics', (variant) => {
    const sortable: readonly string[] = columnsWith(entityOf[variant], { listed: true, table: 'metrics' });
    for (const { value } of orderings[variant]) expect(sortable).toContain(value);
  });
});

describe('the columns that an import fills', () => {
  it('are the texts of an entity', () => {
    expect(textColumns.pinner).toEqual(expect.arrayContaining(['username', 'website_url', 'profile_reach', 'searchable']));
    for (const entity of entityTypes) expect(textColumns[entity]).not.toEqual(expect.arrayContaining(['created_at']));
  });

  it('keep the order of single values, on which stored content hashes depend', () => {
    const createdAt = ['created_at', 'time'];
    expect(valueColumns).toEqual({ board: [createdAt, ['board_order_modified_at', 'time']], pinner: [createdAt], pin: [createdAt] });
  });

  it.each(entityTypes)('have names in the files of a %s', (entity) => {
    const read = [...countsOf[entity], ...valueColumns[entity].map(([name]) => name)];
    expect(Object.keys(fieldAliases[entity])).toEqual(expect.arrayContaining(read));
  });

  it('have lists for several texts', () => expect([...arrayColumns].toSorted()).toEqual(['queries', 'topics']));
});

describe('the columns with a property', () => {
  it('are all that have it, in their order', () => {
    expect(columnsWith('pin', { history: true })).toEqual(['saves', 'repin_count']);
    expect(columnsWith('pinner', { kind: 'integer', table: 'texts' })).toEqual(['profile_reach']);
    expect(columnsWith('board', { kind: 'boolean', table: 'metrics' })).toEqual([]);
  });
});
