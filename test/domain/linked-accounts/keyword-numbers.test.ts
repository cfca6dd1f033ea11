import { dayOf } from '#domain/days';
import { keywordKey } from '#domain/catalog/keywords/words';
import { distinctPins, pinsAboutSaved, reachesBack, savesOfFirstDays, type SavedKeyword } from '#domain/linked-accounts/research-results';
import { trendGrowthText } from '#domain/linked-accounts/trends';
import { canHaveVolume, groupKeywords, volumeLowerBound } from '#domain/linked-accounts/volumes';

const noValues = { impressions: null, saves: null, pin_clicks: null, outbound_clicks: null, engagements: null };

describe('the growth of a trend', () => {
  it.each([
    [10_001, 'more than +10,000%'],
    [10_000, '+10,000%'],
    [12, '+12%'],
    [0, '0%'],
    [-4, '-4%'],
    [null, '–'],
  ])('%p is %s', (percent, text) => expect(trendGrowthText(percent)).toBe(text));
});

describe('a search volume', () => {
  it.each([
    ['5M+', 5_000_000],
    ['250K+', 250_000],
    ['1.5k - 2k', 1_500],
    ['100', 100],
    ['1,000+', 1_000],
    ['< 50', 50],
    ['plenty', null],
    ['', null],
    [null, null],
  ])('%p begins at %p', (volume, bound) => expect(volumeLowerBound(volume)).toBe(bound));

  it('cannot be asked for a keyword with a comma', () => {
    expect(['fall nails', 'red, white'].filter(canHaveVolume)).toEqual(['fall nails']);
  });

  it('is asked for in groups that fit into an address', () => {
    expect(groupKeywords(['aaaa', 'bbbb', 'cccc'], 14)).toEqual([['aaaa', 'bbbb'], ['cccc']]);
    expect(groupKeywords(['ä', 'b'], 9)).toEqual([['ä'], ['b']]);
    expect(groupKeywords(['much too long'], 5)).toEqual([['much too long']]);
    expect(groupKeywords([], 5)).toEqual([]);
    const many = Array.from({ length: 4_500 }, (_, index) => `k${index}`);
    expect(groupKeywords(many, 1_000_000).map(({ length }) => length)).toEqual([2_000, 2_000, 500]);
    for (const group of groupKeywords(many, 8_000))
      expect(new URLSearchParams({ k: group.join(',') }).toString().length).toBeLessThan(8_010);
  });
});

describe('a pin about a saved keyword', () => {
  const pin = (id: string, title: string | null, day: string | null) => ({
    id,
    title,
    created_at: day === null ? null : new Date(`${day}T08:00:00Z`),
    image: null,
    board_id: null,
    values: noValues,
  });
  const saved = (name: string, at = '2026-11-01T12:00:00Z'): SavedKeyword => ({ key: keywordKey(name), name, savedAt: new Date(at) });
  const found = (keyword: string, title: string | null, day: string | null = '2026-11-02') =>
    pinsAboutSaved([saved(keyword)], [pin('1', title, day)]).length === 1;

  it.each([
    ['fall nails', 'My fall nails for 2026', true],
    ['fall nails', 'FALL NAIL ideas', true],
    ['fall nails', 'Nails for fall', false],
    ['fall', 'Waterfall hike', false],
    ['fall nails', null, false],
    ['!', 'My fall nails', false],
  ])('%s, titled %s: %p', (keyword, title, expected) => expect(found(keyword, title)).toBe(expected));

  it('was made after the keyword was saved', () => {
    expect(found('fall', 'Fall', '2026-11-01')).toBe(false);
    expect(found('fall', 'Fall', null)).toBe(false);
  });

  it('is found for each saved keyword since that was saved, the newest first, and is read once', () => {
    const pins = [pin('1', 'Fall nails', '2026-11-02'), pin('2', 'Fall', '2026-11-09'), pin('3', 'Spring', '2026-11-03')];
    const all = pinsAboutSaved([saved('fall'), saved('fall nails'), saved('nails', '2026-11-05T00:00:00Z')], pins);
    expect(all.map((one) => [one.keyword, one.pins.map(({ id }) => id)])).toEqual([
      ['fall', ['2', '1']],
      ['fall nails', ['1']],
    ]);
    expect(distinctPins(all).map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('may be missing where not all pins since then were read', () => {
    const items = [pin('1', 'Fall', '2026-11-09'), pin('2', 'Fall', null)];
    expect(reachesBack({ items, isComplete: true }, [saved('fall')])).toBe(true);
    expect(reachesBack({ items, isComplete: false }, [saved('fall')])).toBe(false);
    expect(reachesBack({ items, isComplete: false }, [saved('fall', '2026-11-10T00:00:00Z')])).toBe(true);
  });

  it('is counted for its first 30 days', () => {
    const createdAt = new Date('2026-10-01T22:00:00Z');
    const day = (label: string, saves: number | null, status: 'ready' | 'processing' = 'ready') => ({
      day: label,
      status,
      values: { ...noValues, saves },
    });
    const days = [
      day('2026-09-30', 100),
      day('2026-10-01', 1),
      day('2026-10-30', 2),
      day('2026-10-31', 50),
      day('2026-10-15', null, 'processing'),
    ];
    expect(savesOfFirstDays(days, createdAt, dayOf(createdAt))).toBe(3);
    expect(savesOfFirstDays(days, createdAt, dayOf(createdAt) + 1)).toBeNull();
    expect(savesOfFirstDays([day('2026-10-01', null)], createdAt, 0)).toBeNull();
  });
});
