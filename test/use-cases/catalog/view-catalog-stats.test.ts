import type { Catalog } from '#domain/catalog/catalog';
import type { PinRow } from '#domain/catalog/list-contract';
import { mostRepinnedSearch } from '#domain/catalog/website/popular-pins';
import type { StoredStats } from '#domain/catalog/rows/stored-entity';
import { parseDay } from '#domain/days';
import { ViewCatalogStats } from '#server/catalog/view-catalog-stats';
import { FixedClock } from '../../support/fixed-clock';

const image_url = 'https://i.pinimg.com/originals/aa/bb/cc/1.jpg';
const pin = (fields: Partial<PinRow>) => ({ saves: null, ...fields }) as PinRow;

/** The stats of a catalog with these pins by momentum and by repins, and these known values of pins. */
function createStats(byMomentum: readonly PinRow[] = [], byRepins: readonly PinRow[] = [], pins: StoredStats['known']['pins'] = {}) {
  const list = { version: 1, searches: 0 };
  const catalog = {
    stats: async () => ({
      boards: 0,
      pinners: 0,
      pins: 100,
      as_of: null,
      known: { boards: {}, pinners: {}, pins },
      newest_reading_at: { boards: new Date('2026-03-24T11:00:00Z'), pinners: null, pins: new Date('2026-03-24T13:00:00Z') },
      has_group_boards: false,
    }),
    listVersion: async () => String(list.version),
    search: async (_: unknown, search: unknown) => {
      list.searches++;
      return { rows: search === mostRepinnedSearch ? byRepins : byMomentum, total: 0, as_of: null };
    },
  } as Partial<Catalog> as Catalog;
  const clock = new FixedClock(new Date('2026-03-31T12:00:00Z'));
  return { list, view: new ViewCatalogStats(catalog, ['i.pinimg.com'], clock) };
}

it('says of which day the numbers of a list are of which nothing was read for more than seven days', async () => {
  expect((await createStats().view.stats()).numbers_as_of).toStrictEqual({ boards: '2026-03-24', pinners: null, pins: null });
});

describe('the popular pins in the stats of the catalog', () => {
  const growing = [pin({ _id: 'fast', image_url, momentum_score: 80 }), pin({ _id: 'slow', image_url, momentum_score: 20 })];

  it('are found once, and again when the list of pins has changed', async () => {
    const { list, view } = createStats(growing);
    for (let asked = 0; asked < 2; asked++) expect((await view.stats()).popular_pins.map(({ _id }) => _id)).toEqual(['fast', 'slow']);
    expect(list.searches).toBe(1);
    list.version = 2;
    await view.stats();
    expect(list.searches).toBe(2);
  });

  it('are the most repinned ones with pictures where no pin grows, as without saves', async () => {
    const repinned = [
      pin({ _id: 'elsewhere', image_url: 'https://elsewhere.example/1.jpg', repin_count: 800 }),
      pin({ _id: 'most', image_url, repin_count: 700 }),
      pin({ _id: 'some', image_url, repin_count: 40 }),
      pin({ _id: 'none', image_url, repin_count: 0 }),
      pin({ _id: 'unknown', image_url, repin_count: null }),
    ];
    const { popular_pins: popular } = await createStats([], repinned).view.stats();
    expect(popular.map(({ _id, saves }) => [_id, saves])).toEqual([
      ['most', null],
      ['some', null],
    ]);
  });
});

it.each([
  ['2026-01-01', ['saves_growth_last_90_days']],
  ['2025-12-31', []],
])('the orders by growth that show only recent readings by default count 30 readings since %s: %j', async (label, orders) => {
  const { view } = createStats([], [], { recent_saves_growth_last_90_days: parseDay(label)! });
  expect((await view.stats()).recent_orders).toEqual({ boards: [], pinners: [], pins: orders });
});

it.each([
  [0, ['saves_growth_last_90_days']],
  [9, ['saves_growth_last_90_days']],
  [10, []],
  [undefined, []],
])(
  'the orders that few rows have a value for are those of fewer than a tenth, but for what was not counted yet: %j of 100',
  async (rows, orders) => {
    const counted = rows === undefined ? {} : { saves_growth_last_90_days: rows };
    const { view } = createStats([], [], { saves: 100, repin_count: 100, created_at: 100, checks_passed: 100, ...counted });
    expect((await view.stats()).sparse_orders.pins).toEqual(orders);
  },
);
