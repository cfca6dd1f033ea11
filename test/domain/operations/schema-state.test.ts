import { compareSchemas } from '#domain/operations/site-figures';

describe('the schema of a database', () => {
  it.each([
    ['current', ['a', 'b'], ['b', 'a']],
    ['older', ['a', 'b'], ['a']],
    ['older', ['a'], []],
    ['newer', ['a'], ['a', 'b']],
    ['older', ['a', 'b'], ['a', 'c']],
  ])('is %s if a release knows %j and %j were applied', (expected, known, applied) => {
    expect(compareSchemas(known, applied)).toBe(expected);
  });
});
