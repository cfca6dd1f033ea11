import { jest } from '@jest/globals';
import { ViewCatalogStats } from '#server/catalog/view-catalog-stats';
import { parseDay } from '#domain/days';
import { FixedClock } from '../../support/fixed-clock';
import { FakeCatalog } from '../../support/fakes/catalog';

const image_url = 'https://i.pinimg.com/originals/aa/bb/cc/1.jpg';

const clock = new FixedClock(new Date('2026-03-31T12:00:00Z'));

function createStats() {
  const pins = [
    { _id: 'slow', image_url, momentum: 20, jump_share: 0, saves_growth_last_90_days: 3 },
    { _id: 'jump', image_url, momentum: 99, jump_share: 0.9, saves_growth_last_90_days: 90 },
    { _id: 'fast', image_url, momentum: 80, jump_share: 0.2, saves_growth_last_90_days: 40 },
    { _id: 'plain', momentum: 90, jump_share: 0.2, saves_growth_last_90_days: 40 },
    { _id: 'unknown', image_url, momentum: 70, saves_growth_last_90_days: 40 },
    { _id: 'falling', image_url, momentum: 60, jump_share: 0, saves_growth_last_90_days: -1 },
  ];
  const catalog = new FakeCatalog(pins.map((fields) => ({ variant: 'pins', fields })));
  return { catalog, view: new ViewCatalogStats(catalog, ['i.pinimg.com'], clock) };
}

describe('the popular pins in the stats of the catalog', () => {
  it('are those with pictures and steady growth, the most momentum first', async () => {
    const { popular_pins: pins } = await createStats().view.stats();
    expect(pins.map(({ _id }) => _id)).toEqual(['fast', 'slow']);
  });

  it('are the most repinned ones with pictures where no pin grows, as without saves', async () => {
    const pins = [
      { _id: 'some', image_url, repin_count: 40 },
      { _id: 'none', image_url, repin_count: 0 },
      { _id: 'unknown', image_url },
      { _id: 'plain', repin_count: 900 },
      { _id: 'most', image_url, repin_count: 700 },
      { _id: 'elsewhere', image_url: 'https://elsewhere.example/1.jpg', repin_count: 800 },
    ];
    const view = new ViewCatalogStats(new FakeCatalog(pins.map((fields) => ({ variant: 'pins', fields }))), ['i.pinimg.com'], clock);
    const { popular_pins: popular } = await view.stats();
    expect(popular.map(({ _id }) => _id)).toEqual(['most', 'some']);
    expect(popular[0]?.saves).toBeNull();
  });

  it('are found once, and again when the list of pins has changed', async () => {
    const { catalog, view } = createStats();
    await view.stats();
    await view.stats();
    expect(catalog.searches).toBe(1);
    catalog.version = 2;
    await view.stats();
    expect(catalog.searches).toBe(2);
  });
});

describe('the orders by growth that show only recent readings by default', () => {
  it.each([
    ['2026-01-01', ['saves_growth_last_90_days']],
    ['2025-12-31', []],
  ])('count 30 readings since %s: %j', async (label, orders) => {
    const { catalog, view } = createStats();
    const stats = await catalog.stats();
    const known = { ...stats.known, pins: { ...stats.known.pins, recent_saves_growth_last_90_days: parseDay(label)! } };
    jest.spyOn(catalog, 'stats').mockResolvedValue({ ...stats, known });
    expect((await view.stats()).recent_orders).toEqual({ boards: [], pinners: [], pins: orders });
  });
});

describe('the orders that few rows have a value for', () => {
  it.each([
    [0, ['saves_growth_last_90_days']],
    [9, ['saves_growth_last_90_days']],
    [10, []],
    [undefined, []],
  ])('are those of fewer than a tenth, but for what was not counted yet: %j of 100', async (rows, orders) => {
    const { catalog, view } = createStats();
    const stats = await catalog.stats();
    const known = {
      saves: 100,
      repin_count: 100,
      created_at: 100,
      checks_passed: 100,
      ...(rows === undefined ? {} : { saves_growth_last_90_days: rows }),
    };
    jest.spyOn(catalog, 'stats').mockResolvedValue({ ...stats, pins: 100, known: { ...stats.known, pins: known } });
    expect((await view.stats()).sparse_orders.pins).toEqual(orders);
  });
});
