import { catalogSearch } from '#domain/catalog/contract';
import {
  describeFilterValue,
  filterParameters,
  formatFilterValue,
  lowerAscii,
  parseFilterValue,
} from '#domain/catalog/filters/filter-values';
import { filters, filtersOf } from '#domain/catalog/filters/filters';
import type { Filter, FilterValue } from '#domain/catalog/filters/filter-kinds';
import { appliedFilters, toDayRange } from '#domain/catalog/filters/applied-filters';
import { variants } from '#domain/catalog/variants';
import { parseDay } from '#domain/days';
import { choicesOf, isChoiceFilter } from '#domain/catalog/filters/choice-counts';

const { followers, growth, momentum, active, topic, owner, script } = filters.board;
const { created, picture, domain } = filters.pin;
const day = (label: string) => parseDay(label)!;

describe('the values of filters', () => {
  it.each<[Filter, string, FilterValue, string?]>([
    [followers, '1000..50000', { min: 1000, max: 50000 }],
    [followers, '5..', { min: 5, max: null }],
    [followers, '..5', { min: null, max: 5 }],
    [followers, '0..0', { min: 0, max: 0 }],
    [followers, '007..2147483647', { min: 7, max: 2_147_483_647 }, '7..2147483647'],
    [growth, '2.5..', { min: 2.5, max: null }],
    [growth, '-100..0', { min: -100, max: 0 }],
    [growth, '0..', { min: 0, max: null }],
    [momentum, '50..100', { min: 50, max: 100 }],
    [active, '30d', { withinDays: 30 }],
    [created, '365d', { withinDays: 365 }],
    [created, '2025-01-01..', { from: day('2025-01-01'), to: null }],
    [created, '1970-01-01..1970-01-01', { from: 0, to: 0 }],
    [created, '..2024-02-29', { from: null, to: day('2024-02-29') }],
    [topic, 'recipes,decor', ['decor', 'recipes'], 'decor,recipes'],
    [topic, ' Recipes , recipes', ['recipes'], 'recipes'],
    [topic, 'food\\, drink,a\\\\b', ['a\\b', 'food, drink'], 'a\\\\b,food\\, drink'],
    [domain, 'Etsy.com', ['etsy.com'], 'etsy.com'],
    [script, 'cjk,LATIN', ['cjk', 'latin'], 'cjk,latin'],
    [picture, '1', true],
    [owner, 'github:a/b', 'github:a/b'],
  ])('are parsed and written: %j', (filter, text, value, canonical = text) => {
    expect(parseFilterValue(filter, text)).toEqual({ value });
    expect(formatFilterValue(value)).toBe(canonical);
    expect(parseFilterValue(filter, canonical)).toEqual({ value });
  });

  it.each<[Filter, string, RegExp]>([
    ...['', '5', '..', 'a..b', '5...', '1..2..3', '1e3..', '-1..', '1.5..', ' 1..', '1_000..', '０..', 'NaN..', '1..∞'].map(
      (text) => [followers, text, /^must be a range such as 1000\.\.50000/] as [Filter, string, RegExp],
    ),
    [followers, '2147483648..', /^must be between 0 and 2147483647$/],
    [followers, '9..5', /smaller end first/],
    [growth, '0.25..', /^must be a range/],
    [growth, '-100.1..', /^must be between -100 and/],
    [momentum, '101..', /^must be between 0 and 100$/],
    [active, '31d', /^must be one of 7d, 30d, 90d$/],
    [active, '2025-01-01..', /^must be one of/],
    [created, '2025-02-30..', /^must be one of 7d, 30d, 90d, 365d, a range of days/],
    [created, '2025-02-01..2025-01-01', /smaller end first/],
    [topic, '', /^must be values/],
    [topic, ',,', /^must be values/],
    [topic, ' , a', /^must be values/],
    [topic, Array.from({ length: 21 }, (_, index) => index).join(','), /^must be at most 20 values/],
    [topic, 'x'.repeat(201), /at most 200 characters/],
    [topic, 'a\0', /not text/],
    [topic, '\ud800', /not text/],
    [script, 'latin,klingon', /^must be one or more of latin, greek,/],
    [picture, '0', /^must be 1$/],
    [picture, 'true', /^must be 1$/],
    [owner, '', /must be an id/],
    [owner, 'a b', /must be an id/],
    [owner, '\ud800', /must be an id/],
    [owner, 'x'.repeat(301), /must be an id/],
  ])('are refused with what they must be: %j', (filter, text, reason) => {
    expect(parseFilterValue(filter, text)).toEqual({ reason: expect.stringMatching(reason) });
  });

  it.each<[string, readonly string[]]>([
    ['20 values', Array.from({ length: 20 }, (_, index) => `t${index + 10}`)],
    ['values of 200 characters', ['a', 'x'.repeat(200)]],
  ])('are accepted up to the limits of a list: %s', (_, values) => {
    expect(parseFilterValue(topic, values.join(','))).toEqual({ value: values });
  });

  it('are refused when one of several is too long', () => {
    expect(parseFilterValue(topic, `a,${'x'.repeat(201)}`)).toEqual({ reason: expect.stringMatching(/at most 200 characters/) });
  });

  it('accept an id of the largest length', () => {
    expect(parseFilterValue(owner, 'x'.repeat(300))).toEqual({ value: 'x'.repeat(300) });
  });

  it.each<[string, Filter, RegExp]>([
    ['a count', followers, /range such as 1000\.\.50000 or 5\.\.;/],
    ['a percentage', growth, /range such as 10\.\.50 or 2\.5\.\.;/],
    ['last days', active, /^One of 7d, 30d, 90d\.$/],
    ['last days or a range of them', created, /^One of 7d, .*a range of days such as/],
    ['known values', script, /^One or more of latin, greek, .*commas/],
    ['free values', topic, /^One or more, .*commas/],
    ['a text that rows have', picture, /^1 for rows that have one\.$/],
    ['a property of rows', filters.board.steady, /^1 for these rows only\.$/],
    ['an id', owner, /^$/],
  ])('are described for the API documentation: %s', (_, filter, description) => {
    expect(describeFilterValue(filter)).toMatch(description);
  });

  const ranges = variants.flatMap((variant) =>
    filtersOf(variant).flatMap(([name, { kind }]) => (kind === 'range' ? [[variant, name] as const] : [])),
  );
  it.each(ranges)('leave out unknown numbers when they are from zero, except for collaborators: %s %s', (variant, name) => {
    const values = appliedFilters(variant, catalogSearch(variant).parse({ [name]: '0..' })).map(({ value }) => value);
    expect(values).toEqual(name === 'collaborators' ? [] : [{ min: 0, max: null }]);
  });

  it('say which value is no filter', () => {
    expect(describeFilterValue(filters.board.collaborators)).toMatch(/unknown values are in no range\. `0\.\.` is no filter\.$/);
    expect(describeFilterValue(followers)).toMatch(/unknown values are in no range\.$/);
  });

  it('are named in the errors of a search', () => {
    const { error } = catalogSearch('boards').safeParse({ followers: 'many', active: '5d', topic: ['a', 'b'], saves: 'ignored' });
    expect(error?.issues.map(({ path, message }) => `${path.join()} ${message.slice(0, 7)}`)).toEqual([
      'followers must be',
      'active must be',
      'topic must be',
    ]);
  });

  it('are written back as the parameters of an address, in the order of the table', () => {
    const search = catalogSearch('pins').parse({ picture: '1', saves: '010..', followers: '5..', query: 'etsy' });
    expect(filterParameters('pins', search)).toEqual([
      ['saves', '10..'],
      ['picture', '1'],
    ]);
  });

  it('stand for days that depend on the current day', () => {
    expect(toDayRange({ withinDays: 30 }, 100)).toEqual({ from: 71, to: null });
    expect(toDayRange({ from: 5, to: 9 }, 100)).toEqual({ from: 5, to: 9 });
  });

  it('ignore the case of ASCII letters only', () => expect(lowerAscii('ETSY Größe ÀÉ İ')).toBe('etsy größe ÀÉ İ'));
});

describe('the table of filters', () => {
  it('has the same kind for a name in all lists, and no name of another parameter', () => {
    const kinds = new Map<string, string>();
    for (const variant of variants)
      for (const [name, { kind }] of filtersOf(variant)) {
        expect(kinds.get(name) ?? kind).toBe(kind);
        kinds.set(name, kind);
      }
    const others = ['query', 'order_by', 'sort', 'per_page', 'page', 'metric', 'period', 'use_momentum', 'view', 'cols', 'with'];
    for (const name of others) expect(kinds.has(name)).toBe(false);
  });
});

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
