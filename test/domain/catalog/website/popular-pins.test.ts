import type { PinRow } from '#domain/catalog/list-contract';
import {
  MAX_POPULAR_PINS,
  pickMostRepinned,
  pickPopularPins,
  pickRisingPins,
  risingPinsSearch,
} from '#domain/catalog/website/popular-pins';

const pin = (over: Partial<PinRow> & Pick<PinRow, '_id'>) =>
  ({
    title: 'A pin',
    image_url: 'https://i.pinimg.com/originals/aa/bb/cc/1.jpg',
    saves: 12,
    saves_growth_last_90_days: 3,
    momentum_score: 60,
    ...over,
  }) as PinRow;
const idsOf = (rows: readonly PinRow[], hosts: readonly string[] = ['i.pinimg.com']) => pickPopularPins(rows, hosts).map(({ _id }) => _id);

describe('the pins of the wall', () => {
  it.each([
    ['a thumbnail', { image_url: 'https://i.pinimg.com/originals/aa/bb/cc/1.jpg' }, true],
    ['a picture of our own', { image_url: '/demo/pictures/1.svg' }, true],
    ['no picture', { image_url: null }, false],
    ['a picture of a host that is not allowed', { image_url: 'https://elsewhere.example/1.jpg' }, false],
    ['a score of zero', { momentum_score: 0 }, false],
    ['no score', { momentum_score: null }, false],
  ])('with %s', (_, over, isShown) => {
    expect(idsOf([pin({ _id: 'a', ...over })])).toEqual(isShown ? ['a'] : []);
  });

  it('are the first ten, in order', () => {
    const rows = Array.from({ length: 14 }, (_, index) => pin({ _id: `p${index}`, image_url: index === 1 ? null : '/demo/1.svg' }));
    expect(idsOf(rows)).toEqual(['p0', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']);
    expect(MAX_POPULAR_PINS).toBe(10);
  });

  it('are those with repins where none grows, whatever their scores', () => {
    const rows = [800, 700, 0, null].map((repin_count, index) =>
      pin({ _id: `p${index}`, repin_count, momentum_score: null, ...(index === 0 && { image_url: 'https://elsewhere.example/1.jpg' }) }),
    );
    expect(pickMostRepinned(rows, ['i.pinimg.com']).map(({ _id }) => _id)).toEqual(['p1']);
  });

  it('do not tell their momentum scores, which are part of Premium', () => {
    expect(pickPopularPins([pin({ _id: 'a' })], ['i.pinimg.com'])).toEqual([
      {
        _id: 'a',
        title: 'A pin',
        image_url: 'https://i.pinimg.com/originals/aa/bb/cc/1.jpg',
        saves: 12,
        saves_growth_last_90_days: 3,
      },
    ]);
  });
});

describe('the rising pins of chosen topics', () => {
  it.each([
    ['that grow', { saves_growth_last_90_days: 0.1 }, true],
    ['that grow steadily', { jump_share: 0.5 }, true],
    ['with one jump', { jump_share: 0.51 }, false],
    ['that do not grow', { saves_growth_last_90_days: 0 }, false],
    ['that shrink', { saves_growth_last_90_days: -2 }, false],
    ['whose growth is unknown', { saves_growth_last_90_days: null }, false],
    ['without a picture', { image_url: null }, true],
  ])('%s', (_, over, isShown) => {
    expect(pickRisingPins([pin({ _id: 'a', jump_share: null, saves: 100_000, ...over })], false)).toHaveLength(isShown ? 1 : 0);
  });

  it('are the first ten, in order', () => {
    const rows = Array.from({ length: 12 }, (_, index) => pin({ _id: `p${index}`, jump_share: index === 0 ? 0.9 : 0.1 }));
    expect(pickRisingPins(rows, true).map(({ _id }) => _id)).toEqual(rows.slice(1, 11).map(({ _id }) => _id));
    expect([false, true].map((hasMomentum) => risingPinsSearch(['recipes'], hasMomentum))).toMatchObject([
      { topic: ['recipes'], order_by: 'saves_growth_last_90_days', picture: true, saves: { min: 10 } },
      { topic: ['recipes'], order_by: 'momentum_score' },
    ]);
  });

  it.each([
    [2, 100, false],
    [19, 90, false],
    [20, 100, true],
    [110, 10, true],
    [109, 9, false],
    [null, 100, false],
  ])('with %j saves after +%d %% are shown without momentum: %s, and with it', (saves, growth, isShown) => {
    const rows = [pin({ _id: 'a', jump_share: null, saves, saves_growth_last_90_days: growth })];
    expect([pickRisingPins(rows, false).length === 1, pickRisingPins(rows, true).length]).toEqual([isShown, 1]);
  });
});
