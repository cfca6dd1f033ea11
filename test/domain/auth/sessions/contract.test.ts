import { SessionPatch } from '#domain/auth/sessions/contract';

describe('what a browser stores with its session', () => {
  it.each([['aff_42-x'], ['x'.repeat(64)]])('may be %j', (sscid) => {
    expect(SessionPatch.safeParse({ sscid }).success).toBe(true);
  });

  it.each([['a b'], [''], ['x'.repeat(65)], ['<a>'], [7], [null]])('is refused by name: %j', (sscid) => {
    expect(SessionPatch.safeParse({ sscid }).error?.issues.map(({ path }) => path)).toEqual([['sscid']]);
  });
});
