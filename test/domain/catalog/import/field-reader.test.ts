import { fieldReader } from '#domain/catalog/import/field-reader';

const readFields = fieldReader({
  follower_count: ['follower_count', 'followers', 'counts.followers'],
  tags: ['tags', 'categories'],
  deep: ['a.b.c'],
});

describe('a field', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [{ followers: 1 }, 1],
    [{ followers: 1, follower_count: 2 }, 2],
    [{ follower_count: null, followers: 1 }, 1],
    [{ 'Follower Count': 3 }, 3],
    [{ followerCount: 4 }, 4],
    [{ '\ufefffollower-count ': 5 }, 5],
    [{ counts: { followers: 6 } }, 6],
    [{ 'counts.followers': 7 }, 7],
    [{ counts: [8] }, undefined],
    [{ likes: 9 }, undefined],
    [JSON.parse('{"__proto__": {"followers": 10}}') as Record<string, unknown>, undefined],
  ])('is found in %j', (record, value) => expect(readFields(record).first('follower_count')).toBe(value));

  it('is read under all its aliases, best first', () => {
    expect(readFields({ categories: ['b'], tags: ['a'] }).all('tags')).toEqual([['a'], ['b']]);
    expect(readFields({}).all('tags')).toEqual([]);
  });

  it('is found by an alias that several fields share', () => {
    const read = fieldReader({ name: ['title'], label: ['label', 'title'] })({ title: 'x' });
    expect([read.first('name'), read.first('label'), read.first('other')]).toEqual(['x', 'x', undefined]);
  });

  it.each(['', 'null', 'n/a', ' '])('is missing if its value is %j', (value) =>
    expect(readFields({ followers: value, 'counts.followers': 5 }).first('follower_count')).toBe(5),
  );

  it.each<[string, unknown]>([
    ['Counts', { Followers: 6 }],
    ['counts', { ' followers ': 6 }],
  ])('is found in a nested object named %s', (name, nested) => expect(readFields({ [name]: nested }).first('follower_count')).toBe(6));

  it('is found by names that were never seen before, however many', () => {
    for (let index = 0; index < 6_000; index++) readFields({ [`Column ${index}`]: 1 });
    expect(readFields({ 'Follower Count': 3 }).first('follower_count')).toBe(3);
    expect(readFields({ followersX: 1, Followers: 4 }).first('follower_count')).toBe(4);
  });

  it('is found in nested objects', () => expect(readFields({ a: { B: { c: 1 } } }).first('deep')).toBe(1));

  it('is never an inherited property', () => expect(fieldReader({ x: ['constructor', 'toString'] })({}).first('x')).toBeUndefined());
});
