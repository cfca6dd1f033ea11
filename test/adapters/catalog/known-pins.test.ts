import type { Catalog } from '#domain/catalog/catalog';
import { findKnownPins } from '#server/catalog/postgres/known-pins';
import { insertEntity } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { FakeCatalog, type SeedEntity } from '../../support/fakes/catalog';

const crawledAt = (day: string) => ({ last_crawled_at: new Date(day) });
const seeds: readonly SeedEntity[] = [
  { variant: 'boards', fields: { _id: 'b', pinner_id: 'bo', board_order_modified_at: new Date('2026-05-01'), ...crawledAt('2026-05-02') } },
  { variant: 'boards', fields: { _id: 'other', pinner_id: 'ada', board_order_modified_at: new Date('2026-06-01') } },
  { variant: 'pins', fields: { _id: 'p1', saves: 4, pinner_id: 'bo', board_id: 'b', ...crawledAt('2026-03-05') } },
  {
    variant: 'pins',
    fields: { _id: 'p2', saves: 7, pinner_id: 'bo', board_id: 'b', created_at: new Date('2026-03-01'), ...crawledAt('2026-03-04') },
  },
  { variant: 'pins', fields: { _id: 'p3', saves: null, pinner_id: 'bo', board_id: 'b', ...crawledAt('2026-03-04') } },
  { variant: 'pins', fields: { _id: 'p4', saves: 90, pinner_id: 'bo', ...crawledAt('2026-03-04') } },
  { variant: 'pins', fields: { _id: 'p5', saves: 1000, pinner_id: 'ada', board_id: 'other', ...crawledAt('2026-03-04') } },
];

describe.each(['in Postgres', 'in the fake catalog'])('what is known of pins, %s', (where) => {
  let database: TestDatabase;
  let find: Catalog['findKnownPins'];

  beforeAll(async () => {
    database = await createTestDatabase();
    for (const { variant, fields } of seeds) await insertEntity(database.pool, variant, fields);
    const fake = new FakeCatalog(seeds);
    find = (entity, id) => (where === 'in Postgres' ? findKnownPins(database.pool, entity, id) : fake.findKnownPins(entity, id));
  });
  afterAll(() => database.close());

  it('are the saves, the newest pin, and the last crawl of those of a board', async () => {
    expect(await find('board', 'b')).toEqual({
      pins: 2,
      median_saves: 5.5,
      last_activity_at: new Date('2026-03-01'),
      last_crawled_at: new Date('2026-03-05'),
    });
  });

  it('are those of a pinner, with the last change of their boards', async () => {
    expect(await find('pinner', 'bo')).toEqual({
      pins: 3,
      median_saves: 7,
      last_activity_at: new Date('2026-05-01'),
      last_crawled_at: new Date('2026-05-02'),
    });
  });

  it('are none of an entity without pins', async () => {
    expect(await find('pinner', 'nobody')).toEqual({ pins: 0, median_saves: null, last_activity_at: null, last_crawled_at: null });
  });
});
