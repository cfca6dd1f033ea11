import { occurrenceIn } from '#domain/catalog/keywords/best-match';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';

const inName = (position: number) => occurrenceIn('name', position);

describe('the search terms of a row', () => {
  it.each([
    ['instagram:lulaoficial', { instagram: inName(0), lulaofici: inName(1) }],
    ['github:mira/makes', { github: inName(0), mira: inName(1), make: inName(2) }],
    ['~mira', { mira: inName(0) }],
    ['314159265354821', {}],
  ])('are those of the name in the id of an influencer without a name and a username: %s', (id, terms) =>
    expect(Object.fromEntries(termsOfRow('pinner', id, { name: null, username: ' ', topics: [] }))).toEqual(terms),
  );

  it.each([
    ['pinner', { name: 'Ada' }, { ada: inName(0) }],
    ['pinner', { username: 'ada' }, { ada: occurrenceIn('owner', 0) }],
    ['board', { description: 'Ada' }, { ada: occurrenceIn('description', 0) }],
    ['pin', { queries: ['Ada', 'ada l'] }, { ada: occurrenceIn('topics', 0), l: occurrenceIn('topics', 1) }],
  ] as const)('are not those of the id of a %s with %j', (entity, values, terms) =>
    expect(Object.fromEntries(termsOfRow(entity, 'instagram:lulaoficial', values))).toEqual(terms),
  );
});
