import { savedSearchPath } from '#domain/watching/saved-searches';

describe('the path of a saved search', () => {
  it.each([
    ['boards', '', '/boards?collaborators=0..&read=any'],
    ['boards', 'order_by=follower_count&collaborators=1..', '/boards?order_by=follower_count&collaborators=1..&read=any'],
    ['pins', 'read=30d&topic=food', '/pins?read=30d&topic=food'],
    ['pins', 'topic=read%3D30d', '/pins?topic=read%3D30d&read=any'],
  ] as const)('of %s and "%s" removes the filters that the list would have by default: %s', (variant, query, path) => {
    expect(savedSearchPath({ variant, query })).toBe(path);
  });
});
