import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import type { ChangedIds } from '#domain/catalog/import/import-runs';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id ${index}`);
const totals = { board: 200_000, pinner: 50_000, pin: 10_000 };

describe('what an import touched is amended where it stands', () => {
  it.each<[string, ChangedIds, boolean]>([
    ['when it is a handful', { board: ids(5), pinner: ids(5) }, true],
    ['up to one in a hundred', { board: ids(2_000) }, true],
    ['not when it is more', { board: ids(2_001) }, false],
    ['not when it is more of any one kind', { board: ids(5), pinner: ids(501) }, false],
    ['not when it is all', { board: 'all' }, false],
    ['not in a small catalogue, which is computed anew at once', { pin: ids(1) }, false],
    ['when nothing was touched', {}, true],
  ])('%s', (_, touched, expected) => {
    expect(canUpdateInPlace(touched, totals)).toBe(expected);
  });
});
