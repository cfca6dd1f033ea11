import type { Catalog } from '#domain/catalog/catalog';
import { DAY_MS } from '#domain/durations';
import { AlertFixture, before, monday, tuesday, wednesday } from '../../support/database/alert-fixture';
import { insertEntity } from '../../support/database/insert-entity';

let fixture: AlertFixture;
beforeAll(async () => (fixture = await AlertFixture.open()));
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe('alerts of a saved search', () => {
  async function createSearchRule(query: string): Promise<string> {
    const { userId } = await fixture.createWatcher([]);
    const { rows } = await fixture.pool.query<{ _id: string }>(
      `insert into saved_searches (user_id, name, variant, query, created_at, seen_at) values ($1, 'Big boards', 'boards', $2, $3, $3) returning _id`,
      [userId, query, before],
    );
    const rule = {
      measure: 'new_match',
      direction: 'above',
      threshold: null,
      period: null,
      watchlist_id: null,
      watched_item_id: null,
    } as const;
    await fixture.rules.create(userId, { ...rule, saved_search_id: rows[0]?._id ?? '' }, 50, before);
    return userId;
  }
  const addBoard = (follower_count: number, added_at: Date) => insertEntity(fixture.pool, 'boards', { follower_count, added_at });

  it('count each new row once, and only rows that match', async () => {
    const userId = await createSearchRule('followers=1000..');
    expect(await fixture.evaluateAt(monday)).toBe(0);
    const afterMonday = new Date(monday.getTime() + 1_000);
    for (const count of [999, 1_000, 5_000]) await addBoard(count, afterMonday);
    // Imported after the recompute, so that its scores are those of the next one.
    await addBoard(9_000, new Date(tuesday.getTime() + 1_000));
    await fixture.publishScores(tuesday);
    expect([await fixture.evaluateAt(new Date(tuesday.getTime() + 5_000)), await fixture.evaluateAt(tuesday)]).toEqual([1, 0]);
    await fixture.publishScores(wednesday);
    expect(await fixture.evaluateAt(wednesday)).toBe(1);
    await fixture.publishScores(new Date(wednesday.getTime() + DAY_MS));
    expect(await fixture.evaluateAt(new Date(wednesday.getTime() + DAY_MS))).toBe(0);
    expect((await fixture.listAlerts()).map(({ value, entity_id }) => [value, entity_id])).toEqual([
      [2, ''],
      [1, ''],
    ]);
    const [newest] = await fixture.alerts.listFor(userId, 1);
    expect(newest).toMatchObject({
      title: 'Big boards',
      entity: 'board',
      entity_id: null,
      value: 1,
      search: { variant: 'boards', query: 'followers=1000..' },
    });
  });

  it('count new boards that pass enough checks', async () => {
    await createSearchRule('checks=4..');
    expect(await fixture.evaluateAt(monday)).toBe(0);
    const added_at = new Date(monday.getTime() + 1_000);
    for (const checks_passed of [null, 3, 4, 5]) await insertEntity(fixture.pool, 'boards', { checks_passed, added_at });
    await fixture.publishScores(tuesday);
    expect(await fixture.evaluateAt(tuesday)).toBe(1);
    expect((await fixture.listAlerts()).map(({ value }) => value)).toEqual([2]);
  });

  it('lose nothing and hold up no other rule when a search cannot be counted', async () => {
    await createSearchRule('followers=1000..');
    await createSearchRule('followers=many');
    await fixture.evaluateAt(monday);
    await addBoard(1_000, new Date(monday.getTime() + 1_000));
    await fixture.publishScores(tuesday);
    const failing = { countAddedSince: () => Promise.reject(new Error('too slow')) } as unknown as Catalog;
    expect(await fixture.evaluateAt(tuesday, failing)).toBe(0);
    await fixture.publishScores(wednesday);
    expect(await fixture.evaluateAt(wednesday)).toBe(1);
    expect((await fixture.listAlerts()).map(({ value }) => value)).toEqual([1]);
  });
});
