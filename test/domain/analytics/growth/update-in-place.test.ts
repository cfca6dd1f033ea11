import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import type { ChangedIds } from '#domain/catalog/import/import-runs';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id ${index}`);
const totals = { board: 200_000, pinner: 50_000, pin: 10_000 };

describe('changed entities are updated in place', () => {
  it.each<[string, ChangedIds, boolean]>([
    ['when they are few', { board: ids(5), pinner: ids(5) }, true],
    ['up to one in a hundred', { board: ids(2_000) }, true],
    ['not when they are more', { board: ids(2_001) }, false],
    ['not when they are more of any type', { board: ids(5), pinner: ids(501) }, false],
    ['not when they are all', { board: 'all' }, false],
    ['not in a small catalog, whose full recompute is fast', { pin: ids(1) }, false],
    ['when nothing changed', {}, true],
  ])('%s', (_, changed, expected) => {
    expect(canUpdateInPlace(changed, totals)).toBe(expected);
  });
});
